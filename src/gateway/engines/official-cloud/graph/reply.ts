import { z } from 'zod';
import { DAY, MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import { NO_REASON, type ProviderError } from './error-codes.ts';
import { errorCode, lenient } from './lenient-values.ts';

/** - error: refused. - not_written: did not reach the provider. - unknown: may have reached it. */
export type GraphReply =
  | { outcome: 'ok'; body: unknown }
  | { outcome: 'error'; status: number; error: ProviderError; retryAfterMs: number | null }
  | { outcome: 'not_written' }
  | { outcome: 'unknown' };

export type Headers = Record<string, string | string[] | undefined>;

const MAX_TEXT = 500;
const MAX_WAIT_MS = DAY;

const Success = z.record(z.string(), z.unknown());
/** The code alone makes a refusal. */
const Refusal = z.object({
  error: z.object({
    code: errorCode,
    error_subcode: lenient(z.number()),
    message: lenient(z.string()),
    error_user_msg: lenient(z.string()),
    error_data: lenient(z.object({ details: lenient(z.string()) })),
  }),
});

/** By business, in minutes; mostly in place of Retry-After. */
const BusinessUsage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: lenient(z.number()) })),
);

export function readReply(status: number, headers: Headers, bytes: Buffer): GraphReply {
  const json = parseJson(bytes);
  // Failing schemas are slow, and most replies are successes.
  const refusal =
    typeof json === 'object' && json !== null && 'error' in json ? Refusal.safeParse(json) : null;
  if (refusal?.success) {
    const error = errorOf(refusal.data.error);
    return { outcome: 'error', status, error, retryAfterMs: waitIn(headers) };
  }
  if (status >= 200 && status < 300 && Success.safeParse(json).success) return { outcome: 'ok', body: json };
  // A proxy, which may have passed the call on.
  return { outcome: 'unknown' };
}

function errorOf(error: z.infer<typeof Refusal>['error']): ProviderError {
  const { code, error_subcode: subcode = null, message, error_data, error_user_msg } = error;
  const title = (message || NO_REASON).slice(0, MAX_TEXT);
  const details = (error_data?.details || error_user_msg)?.slice(0, MAX_TEXT) || null;
  return { code, subcode, title, details };
}

function waitIn(headers: Headers): number | null {
  const seconds = Number(headers['retry-after']);
  if (seconds > 0) return Math.min(seconds * SECOND, MAX_WAIT_MS);
  const usage = BusinessUsage.safeParse(parseJson(String(headers['x-business-use-case-usage'])));
  const minutes = Object.values(usage.data ?? {})
    .flat()
    .map(({ estimated_time_to_regain_access }) => estimated_time_to_regain_access ?? 0);
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? Math.min(longest * MINUTE, MAX_WAIT_MS) : null;
}

function parseJson(bytes: Buffer | string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
