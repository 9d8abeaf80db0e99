import type { GuardedClient, Outcome } from '../../platform/lib/guarded-fetch/client.ts';

export interface CallLimits {
  timeoutMs: number;
  maxResponseBytes: number;
  signal?: AbortSignal | undefined;
}

export interface ClientFetch {
  fetch: typeof globalThis.fetch;
  /** Of the last request. */
  outcome(): Outcome | null;
}

/** It reaches what webhooks of the account reach, follows no redirect, and has an end. */
export function clientFetch(client: GuardedClient, limits: CallLimits): ClientFetch {
  let last: Outcome | null = null;
  return {
    outcome: () => last,

    async fetch(input, init = {}) {
      const outcome = await client.post(input instanceof Request ? input.url : String(input), {
        ...limits,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: Buffer.from(typeof init.body === 'string' ? init.body : ''),
      });
      last = outcome;
      if ('error' in outcome) throw new Error(outcome.error);
      const body = BODILESS.includes(outcome.status) ? null : outcome.excerpt;
      return new Response(body, { status: outcome.status, headers: { 'content-type': 'application/json' } });
    },
  };
}

const BODILESS = [204, 205, 304];
