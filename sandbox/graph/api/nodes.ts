import { HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import type { Cloud } from '../cloud.ts';
import type { Json } from '../json.ts';
import { signedMediaUrl } from '../media/signed-urls.ts';
import type { CloudNumber, NumberState } from '../records.ts';
import type { MediaRow } from '../store.ts';
import { TokenBucket } from '../token-bucket.ts';
import { type Caller, holdersOf, invalidTokenError, isValid } from './auth.ts';
import { GraphError, missingObject } from './graph-error.ts';

const NODE_STATUS: Record<NumberState, string> = {
  active: 'CONNECTED',
  banned: 'BANNED',
  locked: 'RESTRICTED',
  restricted: 'FLAGGED',
  unregistered: 'DISCONNECTED',
  deleted: 'DELETED',
};
const HIGH_THROUGHPUT = 1000;
const NUMBER_DEFAULTS = ['id', 'display_phone_number', 'verified_name', 'quality_rating'];

/** A phone number node with the requested fields. Throws GraphError 100. */
export function viewNumber(cloud: Cloud, { data, behaviour }: CloudNumber, fields: string | null): Json {
  const rate = behaviour.messages_per_second;
  return selectFields('WhatsAppBusinessPhoneNumber', fields, NUMBER_DEFAULTS, {
    id: data.phone_number_id,
    display_phone_number: data.display_phone_number,
    verified_name: data.verified_name,
    quality_rating: data.quality_rating,
    status: NODE_STATUS[data.state],
    code_verification_status: data.code_verification_status,
    name_status: data.name_status,
    platform_type: 'CLOUD_API',
    account_mode: 'LIVE',
    is_official_business_account: false,
    whatsapp_business_manager_messaging_limit: data.messaging_limit,
    throughput: { level: rate === null || rate >= HIGH_THROUGHPUT ? 'HIGH' : 'STANDARD' },
    webhook_configuration: {
      ...(data.override && { phone_number: data.override.callback_url }),
      ...wabaWebhook(cloud, data.waba_id),
      ...(cloud.app.callback_url !== null && { application: cloud.app.callback_url }),
    },
  });
}

function wabaWebhook(cloud: Cloud, wabaId: string): Json {
  const override = cloud.app.waba_overrides[wabaId];
  return override ? { whatsapp_business_account: override.callback_url } : {};
}

/** A business account node. Throws GraphError 100. */
export function viewAccount(cloud: Cloud, wabaId: string, fields: string | null): Json {
  const owner = [...cloud.numbers.values()].find(({ data }) => data.waba_id === wabaId)?.data.portfolio_id;
  return selectFields(
    'WhatsAppBusinessAccount',
    fields,
    ['id', 'name', 'timezone_id', 'message_template_namespace'],
    {
      id: wabaId,
      name: 'Sandbox account',
      timezone_id: '42',
      currency: 'IDR',
      account_review_status: 'APPROVED',
      owner_business_info: { id: owner ?? wabaId, name: 'Sandbox portfolio' },
      message_template_namespace: `sandbox_${wabaId}`,
    },
  );
}

/** A media node with a signed URL. */
export function viewMedia(cloud: Cloud, media: MediaRow): Json {
  return {
    messaging_product: 'whatsapp',
    url: signedMediaUrl(cloud, media),
    mime_type: media.mime_type,
    sha256: media.sha256,
    file_size: media.file_size,
    id: media.media_id,
  };
}

/** The answer of `debug_token`, also for invalid tokens. */
export function viewToken(cloud: Cloud, inputToken: string): Json {
  const now = cloud.clock.now();
  const holders = holdersOf(cloud, inputToken);
  const valid = holders.filter(({ token }) => isValid(token, now));
  const app = { app_id: cloud.app.app_id, type: 'SYSTEM_USER', application: 'Kurir sandbox' };
  if (valid.length === 0) {
    const { error } = invalidTokenError(
      holders.map(({ token }) => token),
      now,
    ).body;
    const { code, message, error_subcode: subcode } = error;
    return {
      data: { ...app, error: { code, message, ...(subcode && { subcode }) }, is_valid: false, scopes: [] },
    };
  }
  const scopes = [...new Set(valid.flatMap(({ token }) => token.scopes))];
  const accounts = (scope: string) => [
    ...new Set(
      valid.filter(({ token }) => token.scopes.includes(scope)).map(({ number }) => number.data.waba_id),
    ),
  ];
  const expiry = Math.min(...valid.map(({ token }) => token.expires_at ?? Number.POSITIVE_INFINITY));
  return {
    data: {
      ...app,
      data_access_expires_at: 0,
      expires_at: Number.isFinite(expiry) ? Math.floor(expiry / SECOND) : 0,
      is_valid: true,
      scopes,
      granular_scopes: scopes.map((scope) => ({ scope, target_ids: accounts(scope) })),
      user_id: cloud.app.app_id,
    },
  };
}

/** The number, if the caller has access. Throws GraphError 100/33. */
export function visibleNumber(
  number: CloudNumber | undefined,
  caller: Caller,
  id: string,
  method: string,
): CloudNumber {
  if (!number || number.data.state === 'deleted' || !caller.grantOf(number)) throw missingObject(id, method);
  return number;
}

/** The numbers of a business account that the caller can access. */
export function numbersOf(cloud: Cloud, wabaId: string, caller: Caller): CloudNumber[] {
  return [...cloud.numbers.values()].filter(
    (number) => number.data.waba_id === wabaId && caller.grantOf(number) !== null,
  );
}

/** Throws GraphError 80007 above the hourly limit. */
export function countManagementCall(cloud: Cloud, { data, behaviour }: CloudNumber): void {
  const perHour = behaviour.management_calls_per_hour;
  if (perHour === null) return;
  const now = cloud.clock.now();
  const known = cloud.management.get(data.waba_id);
  const bucket = known ?? new TokenBucket(perHour, HOUR / perHour);
  if (!known) cloud.management.set(data.waba_id, bucket);
  if (bucket.take(now)) return;
  throw new GraphError(80007, { retryAfterSeconds: Math.ceil(bucket.waitMs(now) / SECOND) });
}

/** Fields of the provider that have no value here: it leaves them out. */
const UNSET = new Set([
  'certificate',
  'conversational_automation',
  'country_code',
  'country_dial_code',
  'health_status',
  'eligibility_for_api_business_global_search',
  'is_on_biz_app',
  'is_pin_enabled',
  'search_visibility',
  'is_preverified_number',
  'last_onboarded_time',
  'new_certificate',
  'new_name_status',
  'quality_score',
  'whatsapp_business_manager_messaging_limit',
  'business_verification_status',
  'country',
  'status',
  'marketing_messages_lite_api_status',
  'on_behalf_of_business_info',
  'owner_business_info',
  'ownership_type',
  'is_enabled_for_insights',
  'marketing_messages_onboarding_status',
  'primary_business_location',
  'username',
]);

/** Nested fields are ignored. */
function selectFields(type: string, fields: string | null, defaults: readonly string[], node: Json): Json {
  const asked = fields ? fields.replace(/\{[^{}]*\}/g, '').split(',') : defaults;
  const names = asked
    .map((name) => name.trim())
    .filter((name) => name !== '' && (Object.hasOwn(node, name) || !UNSET.has(name)));
  const unknown = names.find((name) => !Object.hasOwn(node, name));
  if (unknown !== undefined)
    throw new GraphError(100, {
      message: `(#100) Tried accessing nonexisting field (${unknown.slice(0, 100)}) on node type (${type})`,
    });
  return Object.fromEntries([...new Set([...names, 'id'])].map((name) => [name, node[name]]));
}
