import type { Context } from '../../../context.ts';
import type { GuardedClient, Outcome } from '../../../platform/lib/guarded-fetch/client.ts';
import { OWN_ERRORS } from '../../../platform/lib/guarded-fetch/failure.ts';
import type { AutomationMark } from '../schema.ts';
import { associatedData } from '../secret.ts';
import { is2xx, judgeAttempt } from './delivery.ts';
import { signatureHeaders } from './signature.ts';
import type { AttemptResult, ClaimedDelivery } from './store.ts';

const EXCERPT_BYTES = 1_024;

/** No request arrived, through no fault of the receiver: nothing counts. `error` null: `signal` ended it. */
export interface NoAttempt {
  error: string | null;
}

/** Throws when the secret cannot be opened: no failure of the receiver. A test always ends: its caller waits. */
export async function makeAttempt(
  ctx: Context,
  delivery: ClaimedDelivery,
  transport: { client: GuardedClient; timeoutMs: number; signal: AbortSignal },
  automation: AutomationMark | null = null,
): Promise<AttemptResult | NoAttempt> {
  const { client, timeoutMs, signal } = transport;
  const open = (sealed: Buffer) => ctx.box.open(sealed, associatedData(delivery.webhook_id)).toString();
  const secret = open(delivery.secret);
  const previous = delivery.previous_secrets.map(open);
  const body = Buffer.from(delivery.body);
  const started_at = ctx.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kurir-Webhooks/1',
    ...signatureHeaders(secret, { event_id: delivery.event_id, body }, started_at, previous),
    ...(automation && { 'x-kurir-automation': automation }),
  };

  const outcome = await client.post(delivery.url, { headers, body, timeoutMs, signal });

  if ('error' in outcome) {
    if (outcome.error === 'aborted') return { error: null };
    if (delivery.kind !== 'test' && OWN_ERRORS.includes(outcome.error)) return { error: outcome.message };
  }
  const ok = 'status' in outcome && is2xx(outcome.status);
  const verdict = judgeAttempt({
    kind: delivery.kind,
    number: delivery.attempts + 1,
    ok,
    endedAt: ctx.now(),
    random: ctx.random(),
  });
  return {
    delivery_id: delivery.id,
    claim_id: delivery.claim_id,
    started_at,
    duration_ms: outcome.durationMs,
    automation,
    ...verdict,
    ...describe(outcome),
  };
}

function describe(outcome: Outcome): Pick<AttemptResult, 'status_code' | 'error' | 'response_excerpt'> {
  if ('error' in outcome) {
    return { status_code: null, error: `${outcome.error}: ${outcome.message}`, response_excerpt: null };
  }
  return { status_code: outcome.status, error: null, response_excerpt: beginning(outcome.excerpt) };
}

function beginning(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(EXCERPT_BYTES));
  return text.slice(0, read).toWellFormed();
}
