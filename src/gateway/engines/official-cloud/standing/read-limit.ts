import { z } from 'zod';
import type { MessagingLimit } from '../../standing.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient, MAX_ACCOUNT_ID } from '../graph/lenient-values.ts';
import { type GraphRead, readPatiently } from '../graph/read-patiently.ts';
import { perDayOf } from './words.ts';

const LimitNode = z.object({ whatsapp_business_manager_messaging_limit: z.unknown() });
const OwnerNode = z.object({
  owner_business_info: lenient(z.object({ id: z.string().min(1).max(MAX_ACCOUNT_ID) })),
});

/** Of the portfolio, with its id if the token shows it. Null: not said, as to older versions. */
export async function readLimit(
  graph: Graph,
  {
    phoneNumberId,
    wabaId,
    ...caller
  }: { phoneNumberId: string; wabaId: string | null } & Omit<GraphRead, 'path'>,
  deadline: number,
): Promise<MessagingLimit | null> {
  const path = `${phoneNumberId}?fields=whatsapp_business_manager_messaging_limit`;
  const node = await readPatiently(graph, { path, ...caller }, deadline);
  const found = node.outcome === 'ok' ? LimitNode.safeParse(node.body).data : undefined;
  const perDay = perDayOf(found?.whatsapp_business_manager_messaging_limit);
  if (perDay === undefined) return null;
  return {
    perDay,
    portfolioId: wabaId === null ? null : await readOwner(graph, { wabaId, ...caller }, deadline),
  };
}

async function readOwner(
  graph: Graph,
  { wabaId, ...caller }: { wabaId: string } & Omit<GraphRead, 'path'>,
  deadline: number,
): Promise<string | null> {
  const path = `${encodeURIComponent(wabaId)}?fields=owner_business_info`;
  const node = await readPatiently(graph, { path, ...caller }, deadline);
  return (node.outcome === 'ok' && OwnerNode.safeParse(node.body).data?.owner_business_info?.id) || null;
}
