import { z } from 'zod';
import { END_OF_CALENDAR, SECOND } from '../../../../platform/lib/clock.ts';
import type { TokenFacts } from '../../credentials.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient, MAX_ACCOUNT_ID } from '../graph/lenient-values.ts';
import { type GraphRead, readPatiently } from '../graph/read-patiently.ts';

const GranularScope = z.object({ scope: z.string(), target_ids: lenient(z.array(z.string())) });
const DebuggedToken = z.object({
  data: z.object({
    is_valid: z.boolean(),
    scopes: lenient(z.array(z.string())),
    /** Unix seconds; 0: never. */
    expires_at: lenient(z.number()),
    granular_scopes: lenient(z.array(lenient(GranularScope))),
  }),
});
export type DebuggedToken = z.infer<typeof DebuggedToken>['data'];

const SENDING_SCOPE = 'whatsapp_business_messaging';

/** Null: may not read about itself. */
export async function readToken(
  graph: Graph,
  caller: Omit<GraphRead, 'path'>,
  deadline: number,
): Promise<DebuggedToken | null> {
  const path = `debug_token?input_token=${encodeURIComponent(caller.token)}`;
  const reply = await readPatiently(graph, { path, ...caller }, deadline);
  return (reply.outcome === 'ok' && DebuggedToken.safeParse(reply.body).data?.data) || null;
}

/** For the customer. Reading a number needs its own permission. */
export function refusalOf({ is_valid, scopes }: DebuggedToken): string | null {
  if (!is_valid) return 'The token is not valid any more.';
  return !scopes || scopes.includes(SENDING_SCOPE) ? null : `The token has no permission ${SENDING_SCOPE}.`;
}

/** As far as the token shows them. */
export async function readAccounts(
  graph: Graph,
  caller: Omit<GraphRead, 'path'>,
  deadline: number,
): Promise<string[]> {
  const token = await readToken(graph, caller, deadline);
  return token ? accountsOf(token) : [];
}

function accountsOf({ granular_scopes }: DebuggedToken): string[] {
  const accounts = granular_scopes?.find((each) => each?.scope === SENDING_SCOPE)?.target_ids ?? [];
  return [...new Set(accounts)].filter((id) => id.length <= MAX_ACCOUNT_ID);
}

export function factsOf(token: DebuggedToken): TokenFacts {
  const [wabaId, ...others] = accountsOf(token);
  const expiresAt = (token.expires_at ?? 0) * SECOND;
  return {
    expiresAt: expiresAt > 0 && expiresAt < END_OF_CALENDAR ? new Date(expiresAt) : null,
    wabaId: wabaId !== undefined && others.length === 0 ? wabaId : null,
  };
}
