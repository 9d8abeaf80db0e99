import { randomBytes } from 'node:crypto';

/** HTTP status and title by error code. */
const CODES: Record<number, readonly [status: number, title: string]> = {
  0: [401, 'We were unable to authenticate the app user'],
  1: [400, 'An unknown error has occurred.'],
  2: [503, 'Service temporarily unavailable'],
  3: [500, 'Application does not have the capability to make this API call.'],
  4: [400, 'Application request limit reached'],
  10: [403, 'Application does not have permission for this action'],
  17: [400, 'User request limit reached'],
  33: [400, 'This object does not exist or does not support this operation'],
  100: [400, 'Invalid parameter'],
  104: [400, 'An access token is required to request this resource.'],
  190: [401, 'Invalid OAuth access token - Cannot parse access token'],
  200: [403, 'You do not have the necessary permissions required to make this call.'],
  368: [403, 'Temporarily blocked for policies violations'],
  803: [404, 'Some of the aliases you requested do not exist'],
  2200: [400, 'Callback verification failed'],
  2500: [400, 'Unknown path components'],
  80007: [400, 'Rate limit issues'],
  130403: [400, 'Message could not be sent: the business has blocked this user'],
  130429: [400, 'Rate limit hit'],
  130472: [400, "User's number is part of an experiment"],
  130497: [403, 'Business account is restricted from messaging users in this country.'],
  131000: [500, 'Something went wrong'],
  131005: [403, 'Access denied'],
  131008: [400, 'Required parameter is missing'],
  131009: [400, 'Parameter value is not valid'],
  131016: [500, 'Service unavailable'],
  131021: [400, 'Recipient cannot be sender'],
  131026: [400, 'Message undeliverable'],
  131030: [400, 'Recipient phone number not in allowed list'],
  131031: [403, 'Account has been locked'],
  131037: [400, 'Display name approval needed'],
  131042: [400, 'Business eligibility payment issue'],
  131045: [500, 'Incorrect certificate'],
  131047: [400, 'Re-engagement message'],
  131048: [400, 'Spam rate limit hit'],
  131049: [400, 'Meta chose not to deliver'],
  131050: [400, 'User has stopped marketing messages'],
  131051: [400, 'Unsupported message type'],
  131052: [400, 'Media download error'],
  131053: [400, 'Media upload error'],
  131056: [400, '(Business Account, Consumer Account) pair rate limit hit'],
  131057: [500, 'Account in maintenance mode'],
  131062: [400, 'Authentication templates cannot be sent to a business-scoped user id'],
  131063: [400, 'Marketing templates are disabled on Cloud API'],
  131064: [400, 'Limited after template misclassification'],
  132000: [400, 'Template Param Count Mismatch'],
  132001: [404, 'Template does not exist'],
  132005: [400, 'Template Hydrated Text Too Long'],
  132007: [400, 'Template Format Character Policy Violated'],
  132012: [400, 'Template Parameter Format Mismatch'],
  132015: [400, 'Template is Paused'],
  132016: [400, 'Template is Disabled'],
  132018: [400, 'Template parameters are not valid'],
  132068: [400, 'Flow is in blocked state'],
  132069: [400, 'Flow is in throttled state'],
  133004: [503, 'Server Temporarily Unavailable'],
  133010: [400, 'Phone number Not Registered'],
  134011: [400, 'WhatsApp Payments terms of service has not been accepted'],
  135000: [400, 'Generic user error'],
};
const TRANSIENT_CODES = new Set([1, 2, 4, 17, 80007]);
const THROTTLE_CODES = new Set([4, 17, 80007, 130429, 131056]);
const RETRY_AFTER_SECONDS = 6;

export interface GraphErrorFields {
  subcode?: number | undefined;
  details?: string | undefined;
  /** What the provider shows to people. */
  userMessage?: string | undefined;
  message?: string | undefined;
  type?: string | undefined;
  status?: number | undefined;
  retryAfterSeconds?: number | undefined;
}

export interface GraphErrorBody {
  error: {
    message: string;
    type: string;
    code: number;
    error_subcode?: number;
    is_transient?: true;
    error_user_msg?: string;
    error_data?: { messaging_product: 'whatsapp'; details: string };
    fbtrace_id: string;
  };
}

/** The title of a code. */
export const titleOf = (code: number) => CODES[code]?.[1] ?? 'Unknown error';

/** An error in the form of the provider. */
export class GraphError extends Error {
  override name = 'GraphError';
  readonly code: number;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: GraphErrorBody;

  constructor(code: number, fields: GraphErrorFields = {}) {
    const title = fields.message ?? titleOf(code);
    super(title);
    this.code = code;
    this.status = fields.status ?? CODES[code]?.[0] ?? 400;
    this.headers = throttleHeaders(code, fields.retryAfterSeconds);
    this.body = {
      error: {
        message: fields.message ?? `(#${code}) ${title}`,
        type: fields.type ?? 'OAuthException',
        code,
        ...(fields.subcode !== undefined && { error_subcode: fields.subcode }),
        ...(TRANSIENT_CODES.has(code) && { is_transient: true }),
        ...(fields.userMessage !== undefined && { error_user_msg: fields.userMessage }),
        ...(fields.details !== undefined && {
          error_data: { messaging_product: 'whatsapp', details: fields.details },
        }),
        fbtrace_id: traceId(),
      },
    };
  }
}

/** Unknown and foreign objects get the same error. */
export function missingObject(id: string, method: string): GraphError {
  return new GraphError(100, {
    subcode: 33,
    type: 'GraphMethodException',
    message:
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, ` +
      'cannot be loaded due to missing permissions, or does not support this operation. ' +
      'Please read the Graph API documentation at ' +
      'https://developers.facebook.com/docs/graph-api',
  });
}

/** A refusal in words for people. Null: the documents of the provider name no subcode. */
export function templateRefusal(subcode: number | null, userMessage: string): GraphError {
  return new GraphError(100, { subcode: subcode ?? undefined, userMessage });
}

const traceId = () => `A${randomBytes(17).toString('base64url').slice(0, 22)}`;

function throttleHeaders(code: number, seconds: number | undefined): Record<string, string> {
  if (seconds === undefined && !THROTTLE_CODES.has(code)) return {};
  const wait = seconds ?? RETRY_AFTER_SECONDS;
  const usage = { type: 'whatsapp', call_count: 100, estimated_time_to_regain_access: Math.ceil(wait / 60) };
  return { 'retry-after': String(wait), 'x-business-use-case-usage': JSON.stringify({ sandbox: [usage] }) };
}
