import { z } from 'zod';
import type { OfficialCredentials } from '../credentials/credentials.ts';
import { readAccounts } from '../credentials/token.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient } from '../graph/lenient-values.ts';
import { readPatiently } from '../graph/read-patiently.ts';

const MAX_ACCOUNTS = 20;
const Numbers = z.object({ data: z.array(lenient(z.object({ id: z.string() }))) });

/** Null: no account of the token shows the number. */
export async function findBusinessAccount(
  graph: Graph,
  { accessToken: token, phoneNumberId }: OfficialCredentials,
  deadline: number,
): Promise<string | null> {
  const accounts = await readAccounts(graph, { token }, deadline);
  for (const account of accounts.slice(0, MAX_ACCOUNTS)) {
    const path = `${encodeURIComponent(account)}/phone_numbers?fields=id&limit=1000`;
    const reply = await readPatiently(graph, { path, token }, deadline);
    const numbers = reply.outcome === 'ok' ? (Numbers.safeParse(reply.body).data?.data ?? []) : [];
    if (numbers.some((number) => number?.id === phoneNumberId)) return account;
  }
  return null;
}
