export const SANDBOX_ERRORS = {
  invalid_json: [400, 'The request body is not valid JSON.'],
  invalid_media: [400, 'The upload does not match its name.'],
  forbidden: [403, 'The X-Sandbox-Control header is missing or wrong.'],
  number_banned: [403, 'The number is banned on the sandbox network; restore it first.'],
  not_found: [404, 'There is nothing at this address.'],
  phone_not_found: [404, 'The sandbox has no phone with this number. Switch it on first.'],
  group_not_found: [404, 'The sandbox has no group with this id.'],
  message_not_found: [404, 'This phone has not received such a message.'],
  cloud_number_not_found: [404, 'No business number of the sandbox has this phone_number_id.'],
  template_not_found: [404, 'The business account has no such template in this language.'],
  person_not_found: [404, 'No person in the sandbox has this business-scoped id.'],
  choice_not_found: [404, 'The message offers no such choice; give the title, or the message it belongs to.'],
  token_not_found: [404, 'No business number of the sandbox has this access token.'],
  fault_not_found: [404, 'There is no such fault.'],
  qr_unknown: [404, 'No pairing connection shows this QR code; get a fresh one.'],
  code_unknown: [404, 'No client shows a code for this number. Ask for a code first.'],
  callback_unknown: [409, 'No address for webhooks is known yet; set callback_url.'],
  not_paired: [409, 'No companion device is paired with this number. Scan the QR of a device first.'],
  pairing_failed: [409, 'The companion device did not finish the pairing.'],
  unreadable_media: [409, 'The file of this message cannot be opened.'],
  passkey_required: [409, 'The network asks the client for a passkey before it links this phone.'],
  passkey_missing: [409, 'The phone has no passkey, so that its owner cannot go on.'],
  qr_refreshed: [409, 'The network asked the client for a new secret. Scan the QR that it shows now.'],
  code_wrong: [409, 'The client shows another code.'],
  code_expired: [410, 'This code has expired. Ask for a new one.'],
  qr_expired: [410, 'This QR code has expired or was scanned already; get a fresh one.'],
  payload_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'The request body must be JSON.'],
  invalid_request: [422, 'The request is not valid.'],
  invalid_qr: [422, 'This is not the text of a pairing QR code.'],
  internal_error: [500, 'Something went wrong in the sandbox.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type SandboxErrorCode = keyof typeof SANDBOX_ERRORS;

export class SandboxError extends Error {
  override name = 'SandboxError';
  readonly code: SandboxErrorCode;
  readonly status: number;

  constructor(code: SandboxErrorCode, message: string = SANDBOX_ERRORS[code][1]) {
    super(message);
    this.code = code;
    this.status = SANDBOX_ERRORS[code][0];
  }
}
