/** Every error code of the API: HTTP status and default text. A code is in this table or it does not exist. */
export const API_ERRORS = {
  bad_request: [400, 'The request is not valid HTTP.'],
  invalid_json: [400, 'The request body is not valid JSON.'],
  invalid_api_key: [401, 'The API key is missing, wrong, expired or revoked.'],
  device_limit_reached: [402, "The plan's number of devices is reached."],
  quota_exceeded: [402, 'The monthly message quota is used up.'],
  account_inactive: [403, 'The account is suspended or cancelled.'],
  insufficient_scope: [403, 'The scope of this API key does not cover this call.'],
  sandbox_forbidden: [
    403,
    'The sandbox answers programs on this machine only, or callers with X-Sandbox-Token.',
  ],
  invalid_signature: [403, 'The signature of the callback is missing or wrong.'],
  verification_refused: [403, 'The verify token is missing or wrong.'],
  not_found: [404, 'There is nothing at this address.'],
  device_not_found: [404, 'No such device in this account.'],
  message_not_found: [404, 'No such message in this account.'],
  opt_out_not_found: [404, 'This number is not on the opt-out list.'],
  webhook_not_found: [404, 'No such webhook in this account.'],
  delivery_not_found: [404, 'This webhook has no such delivery.'],
  broadcast_not_found: [404, 'No such broadcast in this account.'],
  method_not_allowed: [405, 'This address does not know that method.'],
  request_timeout: [408, 'The request did not arrive in time.'],
  already_connected: [409, 'The device is already connected.'],
  device_disconnected: [409, 'The device is not connected.'],
  device_not_connected: [409, 'The device of this broadcast is not connected.'],
  device_not_paired: [409, 'The device has never been paired with a number.'],
  no_pairing_code: [409, 'The device shows no pairing code; ask for its QR first.'],
  secret_limit_reached: [
    409,
    'As many secrets sign as may; wait until the overlap has ended, or rotate with overlap_hours 0.',
  ],
  replay_under_way: [409, 'The account is replaying events already; try again when that call has answered.'],
  webhook_disabled: [
    409,
    'The webhook is disabled; register its URL again, and replay to the new webhook what this one missed.',
  ],
  payload_too_large: [413, 'The request body is too large.'],
  unsupported_media_type: [415, 'The request body must be JSON.'],
  broadcast_finished: [422, 'The broadcast has ended: it is completed or cancelled.'],
  broadcast_not_paused: [422, 'The broadcast is not paused.'],
  idempotency_key_required: [422, 'The Idempotency-Key header is required.'],
  interactive_body_required: [422, 'A button or list message needs a body: the text above the choices.'],
  interactive_not_supported: [422, 'The engine of this device does not send messages of this type.'],
  invalid_official_credentials: [422, 'The provider did not accept these credentials.'],
  invalid_phone: [422, 'The number must have at least 8 digits.'],
  no_recipients_matched: [422, 'The tags and contact ids match no contact.'],
  no_recipients_targeted: [422, 'Name at least one tag or contact id.'],
  not_official_cloud_device: [422, 'This device does not run on the official cloud engine.'],
  qr_not_supported: [422, 'This device does not pair by QR.'],
  webhook_limit_reached: [422, 'The account has as many enabled webhooks as it may have; remove one first.'],
  rate_limited: [429, 'Too many requests.'],
  headers_too_large: [431, 'The request headers are too large.'],
  internal_error: [500, 'Something went wrong on our side.'],
  service_unavailable: [503, 'The service cannot answer right now; try again shortly.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** Thrown by domain code, turned into `{error, message}` by the one error handler. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ApiErrorCode;
  readonly status: number;

  constructor(code: ApiErrorCode, message: string = API_ERRORS[code][1]) {
    super(message);
    this.code = code;
    this.status = API_ERRORS[code][0];
  }
}

/** Ordinary field violations: `{message, errors: {field: [text]}}` with 422. */
export class FieldErrors extends Error {
  override name = 'FieldErrors';
  readonly errors: Record<string, string[]>;

  constructor(errors: Record<string, string[]>) {
    super(Object.values(errors)[0]?.[0] ?? 'The request is not valid.');
    this.errors = errors;
  }
}
