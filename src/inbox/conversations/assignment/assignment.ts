import type { Context } from '../../../context.ts';
import { listVisible } from '../../../gateway/devices/channels/channel.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { maySee } from '../../staff/colleagues/colleague.ts';
import { isAbsent, listPresences, noteAssigned, type Present } from '../../staff/presence/presence.ts';
import { runDue } from '../due.ts';
import { type Candidate, choose, fits, hasRoom } from './choice.ts';
import * as store from './store.ts';

/** Then waiting customers go to others. */
const ABSENT_MS = 5 * MINUTE;
const CONVERSATIONS = 50;
const MAX_ASSIGNED = 1_000;

/** To present users, for accounts that want it. Returns the number of these accounts. */
export async function assignWaiting(ctx: Context, stopped?: AbortSignal): Promise<number> {
  let assigned = 0;
  const accounts = await runDue<store.AutoAssign>(ctx, {
    failed: 'conversations.assignment_failed',
    list: (last, limit) => store.listAccounts(ctx.db, { after: last?.id ?? 0, limit }),
    run: async (account) => {
      let some = 0;
      do {
        some = await ctx.db.transaction((tx) => assignSome({ ...ctx, db: tx }, tx, account));
        assigned += some;
      } while (some > 0 && !stopped?.aborted);
    },
    stopped,
  });
  if (assigned > 0) ctx.bus.publish('events');
  return accounts;
}

/** At most one batch. Returns the number of assigned ones. */
async function assignSome(ctx: Context, tx: Tx, account: store.AutoAssign): Promise<number> {
  const { id: accountId, max_open_per_user: maxOpen } = account;
  await store.lockAssignments(tx, { accountId });
  const users = await listPresences(ctx, accountId);
  const candidates = (await listCandidates(tx, accountId, users)).filter((each) => hasRoom(each, maxOpen));
  if (candidates.length === 0) return 0;
  const teamIds = [...new Set(users.flatMap(({ teams }) => teams.map(({ id }) => id)))];
  const left = await listLeft(tx, accountId, users, ctx.now());
  const found = [...left, ...(await listNew(tx, accountId, candidates, teamIds))];
  // Each user may get the chats of a team without members.
  const waiting = found
    .map((one) => (one.team_id !== null && teamIds.includes(one.team_id) ? one : { ...one, team_id: null }))
    .filter((one) => candidates.some((candidate) => fits(candidate, one)));
  const chosen = chooseAll(waiting, candidates, maxOpen).slice(0, CONVERSATIONS);
  const ids = chosen.map(({ id }) => id);
  const locked = new Set(await store.lockWaiting(tx, ids));
  const assignments = chosen.filter(({ id }) => locked.has(id));
  if (assignments.length === 0) return 0;
  const now = ctx.now();
  await store.assign(tx, assignments, now);
  const assigned = [...new Set(assignments.map(({ userId }) => userId))];
  await noteAssigned(
    tx,
    assigned.map((userId) => ({ userId, at: now })),
  );
  return assignments.length;
}

async function listCandidates(tx: Tx, accountId: number, users: readonly Present[]): Promise<Candidate[]> {
  const present = users.filter((user) => user.present);
  if (present.length === 0) return [];
  const names = present.map(({ name }) => name);
  const open = await store.countOpen(tx, accountId, names);
  return present.map(({ id, name, device_ids, teams, assigned_at }) => ({
    id,
    name,
    device_ids,
    team_ids: teams.map((team) => team.id),
    open: open.get(name) ?? 0,
    last: assigned_at?.getTime() ?? 0,
  }));
}

/** Without an assignee, in a queue of a candidate who sees it. No queue holds up another one. */
async function listNew(
  tx: Tx,
  accountId: number,
  candidates: readonly Candidate[],
  teamIds: readonly number[],
): Promise<store.Waiting[]> {
  const limit = CONVERSATIONS;
  const all = await visibleTo(tx, accountId, candidates);
  const found = await store.listUnassigned(tx, all, { accountId, teamIds, limit });
  for (const teamId of new Set(candidates.flatMap(({ team_ids }) => team_ids))) {
    const members = candidates.filter(({ team_ids }) => team_ids.includes(teamId));
    const channelIds = await visibleTo(tx, accountId, members);
    found.push(...(await store.listUnassignedOfTeam(tx, { teamId, channelIds, limit })));
  }
  return found.toSorted((a, b) => a.last_at.getTime() - b.last_at.getTime() || a.id - b.id);
}

/** The channels that one of them sees. Null: all. */
function visibleTo(
  tx: Tx,
  accountId: number,
  candidates: readonly Candidate[],
): Promise<readonly number[] | null> {
  const seesAll = candidates.some(({ device_ids }) => device_ids === null);
  const deviceIds = seesAll ? null : [...new Set(candidates.flatMap(({ device_ids }) => device_ids ?? []))];
  return listVisible(tx, { id: accountId, deviceIds });
}

/** The assignee did not come and is absent, or does not see it now. */
async function listLeft(
  tx: Tx,
  accountId: number,
  users: readonly Present[],
  now: Date,
): Promise<store.Waiting[]> {
  await store.forgetAssignments(tx, { accountId });
  const byId = new Map(users.map((user) => [user.id, user]));
  const isLeft = ({ user_id, device_id }: store.Assigned) => {
    const user = byId.get(user_id);
    return !user || isAbsent(user, ABSENT_MS, now) || !maySee(user, device_id);
  };
  const left: store.Waiting[] = [];
  let page: store.Assigned[];
  let after = 0;
  do {
    page = await store.listAssigned(tx, { accountId, after, limit: MAX_ASSIGNED });
    left.push(...page.filter(isLeft));
    after = page.at(-1)?.id ?? after;
  } while (page.length === MAX_ASSIGNED && left.length < CONVERSATIONS);
  return left;
}

/** Each choice counts for the next one. */
function chooseAll(
  waiting: readonly store.Waiting[],
  candidates: readonly Candidate[],
  maxOpen: number | null,
): store.Assignment[] {
  let turn = Math.max(...candidates.map(({ last }) => last));
  return waiting.flatMap(({ id, ...asking }) => {
    const user = choose(candidates, asking, maxOpen);
    if (!user) return [];
    turn += 1;
    user.open += 1;
    user.last = turn;
    return [{ id, userId: user.id, name: user.name }];
  });
}
