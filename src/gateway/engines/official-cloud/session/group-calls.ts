import { z } from 'zod';
import { SECOND } from '../../../../platform/lib/clock.ts';
import { type GroupFacts, MAX_GROUPS } from '../../engine.ts';
import { groupFacts } from '../../group-facts.ts';
import { addressOf } from '../callbacks/author.ts';
import type { OfficialCredentials } from '../credentials/credentials.ts';
import { classOf } from '../graph/error-codes.ts';
import type { Graph } from '../graph/graph.ts';
import { lenient, textOrNumber } from '../graph/lenient-values.ts';
import { readPatiently } from '../graph/read-patiently.ts';
import { addressOfGroup, groupIdOf } from '../group-ids.ts';

/** Below the patience of callers. */
const ANSWER_MS = 8 * SECOND;
/** The provider's limit. */
const PAGE = 1_024;
const FIELDS = 'subject,description,participants,total_participant_count';

const Member = z.object({ wa_id: lenient(textOrNumber(64)), user_id: lenient(z.string().max(200)) });
const One = z.object({
  subject: z.string(),
  description: lenient(z.string()),
  participants: lenient(z.array(lenient(Member))),
  total_participant_count: lenient(z.int()),
});
const Listed = lenient(z.object({ id: textOrNumber(500), subject: lenient(z.string()) }));
const Page = z.object({
  data: z.union([z.object({ groups: z.array(Listed) }).transform(({ groups }) => groups), z.array(Listed)]),
  paging: lenient(z.object({ cursors: lenient(z.object({ after: lenient(z.string().max(1_000)) })) })),
});

const REFUSED = Symbol('refused');

interface Question {
  id: string | null;
  signal: AbortSignal;
}

/** See EngineSession. Refusals end no session: the provider refuses unknown groups as it refuses tokens. */
export async function readGroups(
  graph: Graph,
  credentials: OfficialCredentials,
  { id, signal }: Question,
): Promise<readonly GroupFacts[] | null> {
  const deadline = performance.now() + ANSWER_MS;
  const { accessToken: token, phoneNumber, phoneNumberId } = credentials;
  const ask = async (path: string): Promise<unknown> => {
    const reply = await readPatiently(graph, { path, token, signal }, deadline);
    if (reply.outcome === 'ok') return reply.body;
    const isRefused =
      reply.outcome === 'error' &&
      (reply.error.code === 100 || classOf(reply.error, reply.status) === 'permanent');
    return isRefused ? REFUSED : null;
  };
  const group = id === null ? undefined : groupIdOf(id);
  if (id === null || group === undefined) return listGroups(ask, phoneNumberId);
  if (group === null || addressOfGroup(group) === null) return [];
  const answer = await ask(`${encodeURIComponent(group)}?fields=${FIELDS}`);
  if (answer === REFUSED) return [];
  const found = One.safeParse(answer).data;
  return found ? [factsOf(id, found, phoneNumber)] : null;
}

async function listGroups(
  ask: (path: string) => Promise<unknown>,
  phoneNumberId: string,
): Promise<readonly GroupFacts[] | null> {
  const groups: GroupFacts[] = [];
  // A repeated cursor would never end.
  const cursors = new Set<string>();
  for (let after = ''; !cursors.has(after) && groups.length < MAX_GROUPS; ) {
    cursors.add(after);
    const answer = await ask(`${phoneNumberId}/groups?limit=${PAGE}&after=${encodeURIComponent(after)}`);
    // Refused, or unreadable: there may be groups.
    const page = Page.safeParse(answer).data;
    if (!page) return null;
    groups.push(...page.data.flatMap((one) => listed(one)));
    after = (page.data.length > 0 && page.paging?.cursors?.after) || '';
  }
  return groups.slice(0, MAX_GROUPS);
}

function listed(one: z.infer<typeof Listed>): GroupFacts[] {
  const id = one && addressOfGroup(one.id);
  return id ? [groupFacts({ id, subject: one.subject, members_count: null, members: [] })] : [];
}

/** The provider counts and lists the others. The number made the group. */
function factsOf(id: string, group: z.infer<typeof One>, ownNumber: string): GroupFacts {
  const { subject, description, participants, total_participant_count: others } = group;
  const phones = (participants ?? []).flatMap((each) => addressOf(each?.wa_id) || each?.user_id || []);
  return groupFacts({
    id,
    subject,
    description,
    members_count: 1 + Math.max(others ?? 0, phones.length),
    members: [{ phone: ownNumber, is_admin: true }, ...phones.map((phone) => ({ phone, is_admin: false }))],
  });
}
