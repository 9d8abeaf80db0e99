/**
 * Every text in an index, and where it gets its bound. An entry of an index has at most 2,704 bytes: PostgreSQL
 * refuses the whole row of a longer one, at every attempt.
 */
export const INDEXED_TEXT: Readonly<Record<string, string>> = {
  'api_keys_pkey(id)': 'Kurir makes it (accounts/key.ts).',
  'canned_replies_shortcut(shortcut)': '50 characters, by a CHECK.',
  'channels_account_id_kind_address_key(address)': '512 characters (devices/channels/channel.ts).',
  'channels_account_id_kind_address_key(kind)': 'One of two words, by a CHECK.',
  'contacts_account_id_phone_key(phone)': '15 digits (lib/phone.ts).',
  'conversation_labels_latest_assignee(assignee)': '100 characters, by the CHECK of conversations.',
  'conversation_labels_waiting_assignee(assignee)': '100 characters, by the CHECK of conversations.',
  'conversations_latest_assignee(assignee)': '100 characters, by a CHECK.',
  'conversations_latest_both(assignee)': '100 characters, by a CHECK.',
  'conversations_waiting_assignee(assignee)': '100 characters, by a CHECK.',
  'conversations_waiting_both(assignee)': '100 characters, by a CHECK.',
  'devices_official_number(network)': 'One of two words, by a CHECK.',
  'devices_official_number(official_phone_number_id)': '32 digits (devices/schema.ts).',
  'devices_phone_number_id(official_phone_number_id)': '32 digits (devices/schema.ts).',
  'devices_restricted(network)': 'One of two words, by a CHECK.',
  'devices_waba_id(official_waba_id)': '64 characters (official-cloud: MAX_ACCOUNT_ID).',
  'devices_wanted(network)': 'One of two words, by a CHECK.',
  'event_backlog_pkey(consumer)': 'A constant of the program.',
  'event_subscriptions_pkey(consumer)': 'A constant of the program.',
  'message_changes_once(phone)':
    '512 digits (economy/addresses.ts), or 200 characters (official-cloud: author.ts).',
  'message_changes_once(target_wa_message_id)': '200 characters (messages/changes/change.ts).',
  'message_changes_once(wa_message_id)': '200 characters (messages/changes/change.ts).',
  'labels_name(lower)': '100 characters, by a CHECK.',
  'messages_advertised(phone)': '512 characters, by its condition.',
  'messages_heard(phone)': '512 characters, by the condition of the index.',
  'messages_history(phone)': '512 characters, by the condition of the index.',
  'messages_idempotency(idempotency_key)':
    '255 visible ASCII characters, after the id of a user (messages/send-call.ts).',
  'messages_inbound(wa_message_id)':
    '512 characters: economy/inbound/receive.ts, official-cloud/callbacks/inbound-message.ts.',
  'messages_provider(wa_message_id)':
    '512 characters: official-cloud/sending/outcome.ts and callbacks/status-report.ts.',
  'messages_reserved(reserved_wa_id)':
    'Kurir makes it (newMessageId of the engine), or 512 characters of a reply: messages_inbound.',
  'messages_unreachable(phone)':
    '15 digits (lib/phone.ts). A longer one from before fails before its send (messages/dispatch/intake.ts).',
  'number_checks_pkey(phone)': '15 digits (lib/phone.ts).',
  'official_updates_fingerprint_key(fingerprint)': 'SHA-256.',
  'opt_outs_latest(phone)': '15 digits (lib/phone.ts), or 512 characters of an inbound message.',
  'opt_outs_pkey(phone)': '15 digits (lib/phone.ts), or 512 characters of an inbound message.',
  'person_identities_pkey(kind)': 'One of four words, by a CHECK.',
  'person_identities_pkey(value)': '512 characters (people/identity.ts).',
  'plans_pkey(name)': '40 characters (accounts/plan.ts).',
  'search_texts_words(words)': '2,046 bytes: longer words are none (PostgreSQL).',
  'quick_replies_pkey(phone)': '512 characters, as in messages.',
  'quick_replies_pkey(text_hash)': 'SHA-256.',
  'session_keys_pkey(id)': '512 characters (economy/keys/vault.ts).',
  'session_keys_pkey(type)': 'A constant of Baileys or of Kurir.',
  'settings_pkey(name)': 'A constant of the program.',
  'tags_account_id_name_key(name)': '100 characters (contacts/schema.ts).',
  'template_books_account_id_waba_id_key(waba_id)':
    '64 characters (official-cloud: graph/lenient-values.ts).',
  'templates_pkey(language)': '35 characters (official-cloud: templates/template-node.ts).',
  'templates_pkey(name)': '512 characters (official-cloud: templates/template-node.ts).',
  'usage_months_pkey(period)': 'Seven characters, by a CHECK.',
  'recovery_codes_pkey(code_hash)': 'SHA-256.',
  'login_attempts_pkey(key)': 'SHA-256.',
  'user_links_pkey(token_hash)': 'SHA-256.',
  'user_sessions_secret_hash_key(secret_hash)': 'SHA-256.',
  'users_account_id_email_key(email)': '254 characters, by a CHECK.',
  'users_email(email)': '254 characters, by a CHECK.',
  'users_name(lower)': '100 characters, by a CHECK.',
};
