import { z } from 'zod';
import { SECOND } from '../../../../platform/lib/clock.ts';
import type { ReviewedTemplate, TemplateReading } from '../../templates.ts';
import { decodeCredentials, type OfficialCredentials } from '../credentials/credentials.ts';
import { readAccounts } from '../credentials/token.ts';
import { classOf, isTemporary, textOf } from '../graph/error-codes.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient } from '../graph/lenient-values.ts';
import { type GraphRead, readPatiently } from '../graph/read-patiently.ts';
import { templateOf } from './template-node.ts';

/** Long templates, within the size of a reply. */
const PAGE = 50;
/** Above the provider's limit, 6,000. */
const MAX_TEMPLATES = 10_000;
const DEADLINE_MS = 25 * SECOND;
const FIELDS = 'id,name,language,status,category,quality_score,rejected_reason,components';
const UNREACHABLE = { outcome: 'unreachable' } as const;

const Page = z.object({
  data: z.array(z.unknown()),
  paging: lenient(
    z.object({
      cursors: lenient(z.object({ after: lenient(z.string().max(2_000)) })),
      next: lenient(z.string()),
    }),
  ),
});
type Page = z.infer<typeof Page>;

export async function readTemplates(
  graph: Graph,
  { wabaId, creds }: { wabaId: string | null; creds: Uint8Array },
): Promise<TemplateReading> {
  const deadline = performance.now() + DEADLINE_MS;
  const credentials = decodeCredentials(creds);
  const account = wabaId ?? (await findBusinessAccount(graph, credentials, deadline));
  if (account === null) return { outcome: 'refused', reason: UNKNOWN_ACCOUNT };
  return readAccount(graph, account, credentials, deadline);
}

const UNKNOWN_ACCOUNT =
  'The access token does not show the business account of the number. Kurir learns it from the first callback.';

async function readAccount(
  graph: Graph,
  wabaId: string,
  { accessToken: token }: OfficialCredentials,
  deadline: number,
): Promise<TemplateReading> {
  const found = new Map<string, ReviewedTemplate>();
  const cursors = new Set<string>();
  let after: string | null = null;
  let nodes = 0;
  do {
    const page = await readPage(graph, { path: pathOf(wabaId, after), token }, deadline);
    if ('outcome' in page) return page;
    nodes += page.data.length;
    for (const template of page.data.flatMap((node) => templateOf(node) ?? [])) {
      found.set(JSON.stringify([template.name, template.language]), template);
    }
    after = nextOf(page);
    // A repeated cursor would never end.
    if (after !== null && cursors.has(after)) break;
    if (after !== null) cursors.add(after);
  } while (after !== null && nodes < MAX_TEMPLATES);
  return { outcome: 'read', wabaId, templates: [...found.values()], isWhole: after === null };
}

function pathOf(wabaId: string, after: string | null): string {
  const cursor = after === null ? '' : `&after=${encodeURIComponent(after)}`;
  return `${encodeURIComponent(wabaId)}/message_templates?fields=${FIELDS}&limit=${PAGE}${cursor}`;
}

const nextOf = ({ paging }: Page) => (paging?.next ? (paging.cursors?.after ?? null) : null);

async function readPage(
  graph: Graph,
  read: GraphRead,
  deadline: number,
): Promise<Page | Exclude<TemplateReading, { outcome: 'read' }>> {
  if (performance.now() > deadline) return UNREACHABLE;
  const reply = await readPatiently(graph, read, deadline);
  if (reply.outcome === 'error') {
    if (isTemporary(classOf(reply.error, reply.status))) return UNREACHABLE;
    return { outcome: 'refused', reason: textOf(reply.error).replaceAll(read.token, '...') };
  }
  const page = reply.outcome === 'ok' ? Page.safeParse(reply.body).data : undefined;
  return page ?? UNREACHABLE;
}

const MAX_ACCOUNTS = 20;
const Numbers = z.object({ data: z.array(lenient(z.object({ id: z.string() }))) });

/** Null: no account of the token shows the number. */
async function findBusinessAccount(
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
