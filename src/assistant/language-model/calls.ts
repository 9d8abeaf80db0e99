import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import type { GuardedClient, Outcome } from '../../platform/lib/guarded-fetch/client.ts';
import { type Failed, failed, type LanguageModelFailure } from './ask.ts';
import { reserveTokens } from './budget/budget.ts';
import { clientFetch } from './client-fetch.ts';

const ATTEMPTS = 2;
/** With less time, a retry is not worth its tokens. */
const MIN_RETRY_MS = SECOND;
const RETRY_MS = 300;

type Sdk = typeof import('./sdk.ts');

export interface Call<Answer> {
  accountId: number;
  /** Of both attempts. */
  timeoutMs: number;
  /** Of the day, for this kind. */
  budget: number;
  /** An upper estimate. */
  tokens: number;
  maxResponseBytes: number;
  signal?: AbortSignal | undefined;
  run(sdk: Sdk, fetch: typeof globalThis.fetch): Promise<{ answer: Answer | null; tokens: number | null }>;
}

export type Called<Answer> = { outcome: 'answered'; answer: Answer; tokens: number } | Failed;

interface Attempt<Answer> {
  called: Called<Answer>;
  retry: boolean;
}

/** Each attempt reserves its tokens first. */
export async function callModel<Answer>(
  ctx: Pick<Context, 'db' | 'now' | 'random'>,
  client: GuardedClient,
  call: Call<Answer>,
): Promise<Called<Answer>> {
  const deadline = performance.now() + call.timeoutMs;
  const { signal } = call;
  for (let number = 1; ; number += 1) {
    if (signal?.aborted) return failed('aborted');
    const { called, retry } = await attempt(ctx, client, call, deadline);
    const waitMs = RETRY_MS * (1 + ctx.random());
    if (!retry || number >= ATTEMPTS || deadline - performance.now() < waitMs + MIN_RETRY_MS) return called;
    await sleep(waitMs, undefined, signal && { signal }).catch(() => {});
  }
}

async function attempt<Answer>(
  ctx: Pick<Context, 'db' | 'now'>,
  client: GuardedClient,
  { accountId, tokens, budget, maxResponseBytes, signal, run }: Call<Answer>,
  deadline: number,
): Promise<Attempt<Answer>> {
  const reservation = await reserveTokens(ctx, accountId, { tokens, budget });
  if (!reservation) return { called: failed('budget_exceeded'), retry: false };
  const sdk = await import('./sdk.ts');
  const timeoutMs = Math.max(1, deadline - performance.now());
  const guarded = clientFetch(client, { timeoutMs, maxResponseBytes, signal });
  const done = await run(sdk, guarded.fetch).catch((): null => null);
  const outcome = guarded.outcome();
  if (done) {
    await reservation.settle(done.tokens);
    if (done.answer === null) return { called: failed('invalid_answer'), retry: true };
    return { called: { outcome: 'answered', answer: done.answer, tokens: done.tokens ?? 0 }, retry: false };
  }
  const isAborted = signal?.aborted === true;
  const isLate = performance.now() >= deadline;
  // The provider may have worked for it.
  await reservation.settle(isAborted || isLate || isSuccess(outcome) ? null : 0);
  if (isAborted) return { called: failed('aborted'), retry: false };
  return isLate ? { called: failed('timeout'), retry: false } : explain(outcome);
}

const isSuccess = (outcome: Outcome | null) =>
  outcome !== null && 'status' in outcome && outcome.status < 300;

function explain(outcome: Outcome | null): Attempt<never> {
  const because = (reason: LanguageModelFailure, detail: string | null, retry: boolean) => ({
    called: failed(reason, detail),
    retry,
  });
  if (outcome === null) return because('invalid_answer', 'no request', false);
  if ('error' in outcome) {
    const isLate = outcome.error === 'timeout';
    return because(isLate ? 'timeout' : 'unreachable', outcome.error, !isLate);
  }
  const detail = `HTTP ${outcome.status}`;
  if (outcome.status === 429) return because('throttled', detail, true);
  if (outcome.status >= 500) return because('provider_error', detail, true);
  // Cut off, or not JSON.
  return outcome.status < 300 ? because('invalid_answer', null, true) : because('refused', detail, false);
}
