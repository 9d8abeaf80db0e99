import { KURIR } from './command-name.ts';

/** HTTP status and default text of every error code. */
export const API_ERRORS = {
  bad_request: [400, 'The request is not valid HTTP. Check the client and the proxies between.'],
  invalid_json: [400, 'The request body is not valid JSON. Send a JSON object.'],
  invalid_api_key: [
    401,
    'The API key is missing, wrong, expired or revoked. Send a valid key: Authorization: Bearer <API key>. ' +
      `The operator replaces a lost key: ${KURIR} key create --account ID.`,
  ],
  login_required: [
    401,
    'You are not logged in, or the session has ended. Log in: POST /app/api/session. API keys call /v1.',
  ],
  invalid_visitor_token: [
    401,
    'The token of the visitor is missing, wrong or expired. Get a new one: POST /w/{id}/visitors.',
  ],
  invalid_login: [
    401,
    'The e-mail, the password or the code is wrong. Check them, or ask an admin for a reset link.',
  ],
  code_required: [401, 'This user has a second factor. Send the password with `code`.'],
  device_limit_reached: [
    402,
    'The device limit of the plan is reached. Release a device or change the plan.',
  ],
  quota_exceeded: [
    402,
    'The monthly message quota is used up. Wait for the next month (UTC) or change the plan.',
  ],
  account_inactive: [403, 'The account is suspended or cancelled. Contact the operator of this gateway.'],
  address_not_allowed: [
    403,
    'This API key does not work from your address. Call from an allowed address, or use another key.',
  ],
  chat_closed: [403, 'This chat takes no messages now. Reach the business in another way.'],
  identity_required: [
    403,
    'The chat needs a signed identity. Let your web site sign one, and call `kurir.identify` with it.',
  ],
  invalid_identity: [
    403,
    'The signed identity is wrong or expired. Sign a new one with HS256, for this widget and at most an hour.',
  ],
  insufficient_scope: [403, 'The scope of this API key does not allow the call. Use a key of another scope.'],
  insufficient_role: [
    403,
    'Your role does not allow the call. Ask an admin or an owner of the account, or the operator.',
  ],
  invalid_csrf_token: [403, 'X-CSRF-Token is missing or wrong. Send the csrf_token of GET /app/api/session.'],
  foreign_origin: [
    403,
    'A page of another site sent the call. Behind a proxy that changes Host, set KURIR_PUBLIC_URL to the address ' +
      'of the browser.',
  ],
  https_required: [
    403,
    'Staff log in over HTTPS. Set KURIR_TLS_CERT_FILE and KURIR_TLS_KEY_FILE, or list your TLS proxy in ' +
      'KURIR_TRUSTED_PROXIES and let it send X-Forwarded-Proto. Plain HTTP works on this machine alone: ' +
      'http://127.0.0.1 or http://localhost.',
  ],
  proxy_without_protocol: [
    403,
    'The proxy does not send X-Forwarded-Proto. Add it to the proxy; for nginx: ' +
      '`proxy_set_header X-Forwarded-Proto $scheme;`.',
  ],
  proxy_not_trusted: [
    403,
    'The proxy is not in KURIR_TRUSTED_PROXIES. Add its address, and start Kurir again; for a proxy on this machine: ' +
      'KURIR_TRUSTED_PROXIES=127.0.0.1.',
  ],
  oidc_refused: [
    403,
    'The OIDC provider did not confirm a user of this gateway. Begin again, or ask an admin for an invitation to ' +
      'your verified e-mail.',
  ],
  oidc_second_factor: [
    403,
    'This user has a second factor. Log in by password and code, remove the second factor, then log in by OIDC.',
  ],
  confirm_identity: [
    403,
    'The call gives or takes access, and you proved who you are more than 10 minutes ago. Prove it again: ' +
      'POST /app/api/session/proof, or log in again.',
  ],
  own_user: [403, 'You cannot do this to your own user. Ask another admin or owner.'],
  sandbox_forbidden: [
    403,
    'X-Sandbox-Token is missing or wrong. Send KURIR_SANDBOX_TOKEN, or the file sandbox-token of the data folder.',
  ],
  sandbox_account_required: [403, 'Simulated phones are for sandbox accounts. Live accounts have real ones.'],
  invalid_signature: [403, 'The signature of the callback is missing or wrong. Check the secret of the app.'],
  verification_refused: [
    403,
    'The verify token is missing or wrong. Send the value of KURIR_CLOUD_VERIFY_TOKEN.',
  ],
  not_found: [404, 'There is nothing at this address. Check the path: /docs lists every call.'],
  oidc_not_configured: [404, 'This gateway has no OIDC provider. Log in by password: POST /app/api/session.'],
  account_not_found: [404, 'No such account. List the accounts: GET /app/api/operator/accounts.'],
  api_key_not_found: [404, 'No such API key in this account. List the keys: GET /v1/api-keys.'],
  device_not_found: [404, 'No such device in this account. List the devices: GET /v1/devices.'],
  group_not_found: [
    404,
    'The number of the device is in no such group. List its groups: GET /v1/devices/{uuid}/groups.',
  ],
  message_not_found: [
    404,
    'No such message in this account. Use the id of the answer to the call, or of the history.',
  ],
  conversation_not_found: [
    404,
    'No such conversation in this account. List the conversations: GET /v1/conversations.',
  ],
  auto_reply_not_found: [
    404,
    'No such auto-reply in this account. List the auto-replies: GET /v1/auto-replies.',
  ],
  canned_reply_not_found: [
    404,
    'No such canned reply in this account. List the canned replies: GET /v1/canned-replies.',
  ],
  macro_not_found: [404, 'No such macro. List your macros: GET /app/api/macros.'],
  decision_not_found: [
    404,
    'No decision with an answer of the assistant has this id. List: GET /v1/conversations/{id}/decisions.',
  ],
  document_not_found: [
    404,
    'No such document in this account. List the documents: GET /v1/knowledge/documents.',
  ],
  site_not_found: [404, 'No such site in this account. List the sites: GET /v1/knowledge/sites.'],
  gap_not_found: [404, 'No such knowledge gap in this account. List the gaps: GET /v1/knowledge/gaps.'],
  table_not_found: [404, 'No such table in this account. List the tables: GET /v1/knowledge/tables.'],
  table_row_not_found: [
    404,
    'No row of this table has this key. List the rows: GET /v1/knowledge/tables/{id}/rows.',
  ],
  evaluation_not_found: [
    404,
    'No such evaluation in this account. List the evaluations: GET /v1/assistant/evaluations.',
  ],
  test_question_not_found: [
    404,
    'No such test question in this account. List them: GET /v1/assistant/test-questions.',
  ],
  entry_point_not_found: [
    404,
    'No such chat link in this account. List the chat links: GET /v1/entry-points.',
  ],
  faq_not_found: [404, 'No such FAQ pair in this account. List the pairs: GET /v1/knowledge/faqs.'],
  flow_not_found: [404, 'No such flow in this account. List the flows: GET /v1/flows.'],
  flow_version_not_found: [
    404,
    'The flow has no such version, or its last 50 are newer. List them: GET /v1/flows/{id}/versions.',
  ],
  flow_simulation_not_found: [
    404,
    'The flow has no such stored simulation. List them: GET /v1/flows/{id}/simulations.',
  ],
  flow_secret_not_found: [404, 'No such secret in this account. List the secrets: GET /v1/flows/secrets.'],
  team_not_found: [404, 'No such team in this account. List the teams: GET /v1/teams.'],
  label_not_found: [404, 'No such label in this account. List the labels: GET /v1/labels.'],
  erasure_not_found: [404, 'No such erasure in this account. List the receipts: GET /v1/erasures.'],
  export_not_found: [404, 'No such export of this account. List them: GET /v1/account-exports.'],
  person_not_found: [404, 'No such person in this account. Conversations have the id of their person.'],
  media_not_found: [
    404,
    'This message has no file that Kurir keeps. Files of messages that you sent are not kept.',
  ],
  upload_not_found: [404, 'No such upload in this account. It may be over: begin again.'],
  message_template_not_found: [
    404,
    'No such template in this account. List the templates of a device: GET /v1/devices/{uuid}/templates.',
  ],
  opt_out_not_found: [404, 'This number is not on the opt-out list. See the list: GET /v1/opt-outs.'],
  sandbox_off: [404, 'The sandbox is off. Start Kurir with `npm start`, or set KURIR_SANDBOX=on.'],
  sandbox_phone_not_found: [
    404,
    'No such simulated phone in this account. Create it: POST /app/api/sandbox/phones.',
  ],
  sandbox_chat_not_found: [
    404,
    'The phone has no chat with this number. Its chats: GET /app/api/sandbox/phones/{number}/chats.',
  ],
  sandbox_official_number_not_found: [
    404,
    'No such simulated number in this account. List them: GET /app/api/sandbox/official-numbers.',
  ],
  session_not_found: [404, 'You have no such session. List your sessions: GET /app/api/me/sessions.'],
  widget_not_found: [404, 'No such widget in this account. List the widgets: GET /v1/widgets.'],
  webhook_not_found: [404, 'No such webhook in this account. List the webhooks: GET /v1/webhooks.'],
  delivery_not_found: [
    404,
    'This webhook has no such delivery. List its deliveries: GET /v1/webhooks/{id}/deliveries.',
  ],
  user_not_found: [404, 'No such user in this account. List the users: GET /app/api/users.'],
  invitation_not_found: [
    404,
    'No such invitation in this account. List the invitations: GET /app/api/invitations.',
  ],
  invalid_link: [404, 'The link is wrong, used or expired. Ask an admin of the account for a new one.'],
  contact_not_found: [404, 'No such contact in this account. List the contacts: GET /v1/contacts.'],
  conversation_field_not_found: [
    404,
    'No such field of conversations. List the fields: GET /v1/conversation-fields.',
  ],
  contact_field_not_found: [404, 'No such field of contacts. List the fields: GET /v1/contact-fields.'],
  contact_segment_not_found: [404, 'No such segment of contacts. List them: GET /v1/contacts/segments.'],
  contact_bulk_not_found: [
    404,
    'No change of many contacts of the last hour has this id. List them: GET /v1/contacts/bulk.',
  ],
  contact_import_not_found: [
    404,
    'No import of the last 24 hours has this id. List the imports: GET /v1/contacts/imports.',
  ],
  broadcast_not_found: [404, 'No such broadcast in this account. List the broadcasts: GET /v1/broadcasts.'],
  method_not_allowed: [405, 'Method not allowed. The Allow header names the methods of this address.'],
  request_timeout: [408, 'The request did not arrive in time. Send it again.'],
  account_cancelled: [409, 'The account is cancelled, and stays so. Create another one.'],
  own_account: [409, 'You cannot suspend or cancel your own account. Use the command line.'],
  plan_limit_reached: [409, 'The installation has 200 plans, the most it can have. Change one of them.'],
  account_required: [409, 'You are a user of several accounts. Send the account_id of one of them.'],
  device_not_empty: [
    409,
    'A session moves only into a device that was never connected. Create a new device: POST /v1/devices.',
  ],
  number_in_use: [
    409,
    'Another device has this number, and a session works in one place alone. Use that device, or release it first.',
  ],
  already_connected: [409, 'The device is already connected. It needs no QR.'],
  device_disconnected: [
    409,
    'The device is not connected. Pair it first: GET /v1/devices/{uuid}/qr. If it is paired, see its reason.',
  ],
  number_unavailable: [
    409,
    'The business has no number connected at the moment. Go on in this chat, or try again later.',
  ],
  device_not_connected: [409, 'The device of this broadcast is not connected. Connect it, then resume.'],
  broadcast_not_scheduled: [409, 'The broadcast has started or ended. Only a scheduled one can be changed.'],
  device_not_paired: [409, 'The device has never been paired. Pair it first: GET /v1/devices/{uuid}/qr.'],
  upload_offset_wrong: [
    409,
    'The upload goes on at another byte, or is finished. Ask for its offset: HEAD /v1/media/uploads/{id}.',
  ],
  upload_incomplete: [409, 'Bytes of the file are missing. Send them first: PATCH /v1/media/uploads/{id}.'],
  export_running: [
    409,
    'An export of this account is being made. Wait for its end: GET /v1/account-exports.',
  ],
  backup_running: [409, 'A backup is being made. Wait for its end: GET /app/api/operator/backups.'],
  backup_place_missing: [
    409,
    'Kurir does not know where backups go. Set KURIR_BACKUP_TO, or run the lines of GET /app/api/operator/backups.',
  ],
  export_not_ready: [409, 'The export has no file: it is not done, has failed, or its time is over.'],
  media_in_use: [
    409,
    'A rule, a flow, a canned reply or an unfinished broadcast has the file. Take it out there first.',
  ],
  media_pending: [409, 'Kurir has not fetched the file yet. Try again in a few seconds.'],
  media_unavailable: [409, 'Kurir could not fetch the file. Try again: POST /v1/messages/{id}/media/fetch.'],
  no_pairing_code: [409, 'The device shows no QR. Ask for the QR first: GET /v1/devices/{uuid}/qr.'],
  pairing_code_refused: [
    409,
    'WhatsApp gives no code for this number. Check the number. After several codes, wait an hour, or scan the QR.',
  ],
  contact_bulk_over: [409, 'The change ended more than an hour ago. It can no longer be undone.'],
  contact_number_taken: [
    409,
    'Another contact has this number. Find it by `q` in GET /v1/contacts, then delete one of the two.',
  ],
  no_contact_number: [
    409,
    'The customer has no number that is known. Hidden numbers and visitors of web pages become no contacts.',
  ],
  conversation_closed: [
    409,
    'The conversation is closed. The next message of the customer opens it, or take it over.',
  ],
  no_automation: [
    409,
    'No automation answers this number, so the conversation would be silent. It stays with staff.',
  ],
  flow_changed: [409, 'Another one has saved the draft since. Read the flow again, then repeat your change.'],
  flow_simulations_differ: [
    409,
    'Stored simulations of the flow end differently with this draft: see `simulations`. Correct the draft, or ' +
      'publish it with `simulations` set to `accept` (the new results are right) or `ignore`.',
  ],
  flow_in_use: [409, 'Another published flow runs this flow. Change or unpublish the other one first.'],
  site_exists: [
    409,
    'The account reads this URL already. Read it again: POST /v1/knowledge/sites/{id}/refresh.',
  ],
  second_factor_active: [409, 'The user has a second factor already. Remove it first: DELETE /app/api/totp.'],
  second_factor_missing: [409, 'The user has no second factor. Begin with POST /app/api/totp.'],
  last_owner: [409, 'An account needs an active owner. Make another user an owner first.'],
  owner_exists: [
    409,
    'The account has an active owner, who can invite others. Without the owner, use the command line: ' +
      `${KURIR} user create EMAIL --role owner --account ID.`,
  ],
  user_disabled: [409, 'The user is disabled. Enable the user first.'],
  not_merged: [409, 'This person was not merged into the other one. GET /v1/people/{id} lists who was.'],
  merge_limit_reached: [409, 'At most 50 people can be shown as one. Undo a merge first.'],
  message_in_flight: [409, 'The message is being sent at this moment. Repeat the call in a few seconds.'],
  answered_meanwhile: [
    409,
    'Another person has answered since `seen_message_id`. Read `messages`, then send the newest id, or nothing.',
  ],
  ownership_changed: [409, 'The conversation has another owner now. Look at `owner`, then decide again.'],
  secret_limit_reached: [
    409,
    'Too many signing secrets are active. Wait for the end of the overlap, or rotate with overlap_hours 0.',
  ],
  suggestion_under_way: [
    409,
    'Your last suggestion is still being made. Wait for its answer, then try again.',
  ],
  replay_under_way: [409, 'Another replay of this account is running. Wait for its answer, then try again.'],
  sandbox_number_taken: [409, 'Another account of this gateway has the number. Choose another number.'],
  sandbox_refused: [409, 'The simulated network refuses this. Its reason is in the message.'],
  webhook_disabled: [
    409,
    'The webhook is disabled. Register its URL again, or enable it: POST /v1/webhooks/{id}/enable.',
  ],
  media_removed: [410, 'Kurir keeps files for KURIR_MEDIA_DAYS days. The days of this file are over.'],
  payload_too_large: [413, 'The request body is too large. Send a smaller one.'],
  unsupported_media_type: [415, 'The request body must be JSON. Send Content-Type: application/json.'],
  range_not_satisfiable: [416, 'The file ends before the range. Content-Range has its size.'],
  api_key_limit_reached: [
    422,
    'The limit of API keys is reached. Revoke one first: DELETE /v1/api-keys/{id}.',
  ],
  broadcast_finished: [422, 'The broadcast is completed or cancelled. Create a new one.'],
  broadcast_not_paused: [422, 'The broadcast is not paused. Only a paused broadcast can be resumed.'],
  session_unusable: [
    422,
    'The file has no usable session of another gateway. Stop the old gateway, and pack its whole session folder.',
  ],
  idempotency_key_required: [
    422,
    'The Idempotency-Key header is missing. Send a key that names this message.',
  ],
  interactive_body_required: [
    422,
    'A button or list message needs a text above its choices. Send the text as body.',
  ],
  interactive_not_supported: [
    422,
    'The engine of this device does not send messages of this type. Use an official cloud device.',
  ],
  invalid_official_credentials: [
    422,
    'The provider did not accept the credentials. Check the phone number id and the access token.',
  ],
  groups_off: [
    422,
    'The device takes no part in groups. Turn them on first: PATCH /v1/devices/{uuid} with `groups`.',
  ],
  invalid_phone: [422, 'The recipient is not a phone number. Send a number of 8 to 15 digits.'],
  auto_reply_limit_reached: [
    422,
    'The limit of auto-replies is reached. Delete one first: DELETE /v1/auto-replies/{id}.',
  ],
  canned_reply_limit_reached: [
    422,
    'The limit of canned replies is reached. Delete one first: DELETE /v1/canned-replies/{id}.',
  ],
  test_question_limit_reached: [
    422,
    'The limit of test questions is reached. Delete one first: DELETE /v1/assistant/test-questions/{id}.',
  ],
  knowledge_limit_reached: [
    422,
    'The limit of the knowledge is reached. Delete FAQ pairs, documents or tables first.',
  ],
  entry_point_limit_reached: [
    422,
    'The limit of chat links is reached. Delete one first: DELETE /v1/entry-points/{id}.',
  ],
  widget_limit_reached: [422, 'The limit of widgets is reached. Delete one first: DELETE /v1/widgets/{id}.'],
  flow_limit_reached: [422, 'The limit of flows is reached. Delete one first: DELETE /v1/flows/{id}.'],
  flow_simulation_limit_reached: [
    422,
    'The limit of stored simulations is reached. Delete one first: DELETE /v1/flows/{id}/simulations/{simulation_id}.',
  ],
  flow_secret_limit_reached: [
    422,
    'The limit of secrets is reached. Delete one first: DELETE /v1/flows/secrets/{name}.',
  ],
  team_limit_reached: [422, 'The limit of teams is reached. Delete one first: DELETE /v1/teams/{id}.'],
  label_limit_reached: [422, 'The limit of labels is reached. Delete one first: DELETE /v1/labels/{id}.'],
  no_recipients_matched: [
    422,
    'The tags and contact ids match no contact. Check the contacts: GET /v1/contacts.',
  ],
  conversation_field_limit_reached: [
    422,
    'The limit of 50 own fields of conversations is reached. Delete one first: DELETE /v1/conversation-fields/{id}.',
  ],
  contact_field_limit_reached: [
    422,
    'The limit of 50 own fields is reached. Delete one first: DELETE /v1/contact-fields/{id}.',
  ],
  contact_segment_limit_reached: [
    422,
    'The limit of 50 segments is reached. Delete one first: DELETE /v1/contacts/segments/{id}.',
  ],
  contact_bulk_limit_reached: [
    422,
    'The account has made 20 changes of many contacts within an hour. Wait until the first one is an hour old.',
  ],
  no_recipients_targeted: [422, 'The broadcast has no target. Send at least one tag or contact id.'],
  not_official_cloud_device: [
    422,
    'The device does not use the official cloud engine. It has no access token to change.',
  ],
  qr_not_supported: [422, 'The device is not paired by QR. Devices of its engine connect by access token.'],
  reply_window_closed: [
    422,
    'The reply window is closed, so the provider takes only templates. List them: GET /v1/devices/{uuid}/templates.',
  ],
  template_not_approved: [
    422,
    'The provider has not approved the template. Use an approved one: GET /v1/devices/{uuid}/templates.',
  ],
  template_not_found: [
    422,
    'The business account has no such template. List its templates: GET /v1/devices/{uuid}/templates.',
  ],
  template_refused: [
    422,
    'The provider refused the template. `message` has its words and its code; change the template and try again.',
  ],
  template_not_sendable: [422, 'The template has a part that Kurir cannot send. Use another template.'],
  message_not_changeable: [422, 'The message cannot be changed.'],
  type_not_supported: [
    422,
    'This device does not send messages of this type, or with this option. Try a device of the other engine.',
  ],
  templates_not_supported: [422, 'The engine of this device has no templates. Use an official cloud device.'],
  templates_unreadable: [
    422,
    'The provider refused to list the templates. The access token needs whatsapp_business_management.',
  ],
  sandbox_number_limit_reached: [
    422,
    'An account has at most 200 simulated numbers. Use one again: removed phones keep their number.',
  ],
  storage_limit_reached: [
    422,
    'The account stores as much as its plan allows. Delete documents, cancel broadcasts, or change the plan.',
  ],
  upload_limit_reached: [
    422,
    'An account has at most 20 uploads in parts at once. Finish one, or give it up: DELETE /v1/media/uploads/{id}.',
  ],
  user_limit_reached: [422, 'An account has at most 500 users. Remove an invitation first.'],
  webhook_limit_reached: [
    422,
    'The limit of enabled webhooks is reached. Remove one first: DELETE /v1/webhooks/{id}.',
  ],
  rate_limited: [429, 'Too many requests in this minute. Try again after the seconds in Retry-After.'],
  too_many_attempts: [429, 'Too many attempts to log in. Try again after the seconds in Retry-After.'],
  too_many_pairing_codes: [
    429,
    'A device gets at most 5 codes in an hour. Try again later, or scan the QR: GET /v1/devices/{uuid}/qr.',
  ],
  headers_too_large: [431, 'The request headers are too large. Send at most 16 KiB.'],
  internal_error: [500, 'The gateway failed. Try again; if it fails again, report the X-Request-Id.'],
  storage_low: [
    503,
    'The disk of the gateway is almost full, so nothing large is stored. Try again later, or tell the operator.',
  ],
  network_silent: [503, 'WhatsApp has not answered the device. Try again in a minute.'],
  service_unavailable: [503, 'The gateway cannot answer now. Try again after the seconds in Retry-After.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ApiErrorCode = keyof typeof API_ERRORS;
