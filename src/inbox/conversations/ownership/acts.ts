import type { Context } from '../../../context.ts';
import { findUnderWay } from '../../../gateway/messages/queue/queue.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import type { AuditAction } from '../../../platform/audit/audit.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { type Colleague, findColleague, lockColleagues } from '../../staff/colleagues/colleague.ts';
import { lockTeam, type NamedTeam } from '../../staff/teams/team.ts';
import { reasonOf, recordAct } from '../acting.ts';
import { noteMentions } from '../mentions/mention.ts';
import { planRating } from '../ratings/planning.ts';
import {
  type Change,
  changeOwner,
  leaveWaiting,
  lockOwner,
  setTeam,
  suppressAutomation,
} from './ownership.ts';
import type { MoveName } from './states.ts';
import type { Owner } from './store.ts';

export type Act = 'take_over' | 'give_back' | 'resolve' | 'assign';

const ACTIONS = {
  take_over: 'conversation.taken_over',
  give_back: 'conversation.given_back',
  resolve: 'conversation.resolved',
  assign: 'conversation.assigned',
} as const satisfies Record<Act, AuditAction>;

export interface ActRequest {
  act: Act;
  uuid: string;
  version: number | undefined;
  /** Undefined leaves it to the act. */
  assignee?: string | null | undefined;
  /** Its name. Undefined: the team stays. */
  team?: string | null | undefined;
  actor: string;
}

/**
 * A repeated act changes nothing. Returns public ids of messages under way. ApiError
 * conversation_not_found, ownership_changed, no_automation, conversation_closed; FieldErrors for an unknown team.
 */
export async function actOnOwner(
  ctx: Context,
  account: Sight,
  { act, uuid, version, assignee, team: teamName, actor }: ActRequest,
): Promise<number[]> {
  if (!isUuid(uuid)) throw new ApiError('conversation_not_found');
  const now = ctx.now();
  const underWay = await ctx.db.transaction(async (tx) => {
    const colleague = await lockAssignee(tx, ctx, account, act === 'assign' ? assignee : null);
    const team = await lockNamedTeam(tx, account, teamName);
    const owner = await lockOwner(tx, account, { uuid, version });
    const change = changeFor(owner, act, { assignee, team });
    const isBeside =
      act === 'assign' && !change && (await assignBeside(tx, owner, { assignee, team, actor, now }));
    if (change || isBeside) {
      const detail = {
        assignee: change?.assignee ?? null,
        ...(team !== undefined && { team: team?.name ?? null }),
      };
      await recordAct(tx, ctx, account, { action: ACTIONS[act], target: uuid, detail });
    }
    if (!change) return findUnderWay(tx, owner.id, owner.ownership_version);
    const changed = await changeOwner(tx, owner, { ...change, team, reason: reasonOf(ctx), actor }, now);
    if (changed && colleague) {
      const entry = { accountId: account.id, conversationId: owner.id, eventId: changed.eventId };
      await noteMentions(tx, entry, [colleague], { author: actorId(ctx), now });
    }
    if (changed && act === 'resolve')
      await planRating(tx, ctx, { id: owner.id, accountId: account.id, actor }, now);
    return changed?.underWay ?? [];
  });
  ctx.bus.publish('events');
  return underWay;
}

/** The user of this name, whom the assignment notifies. Locked before the conversation. */
async function lockAssignee(
  tx: Tx,
  ctx: Context,
  { id: accountId }: Sight,
  name: string | null | undefined,
): Promise<Colleague | undefined> {
  const found = name ? await findColleague(tx, { accountId, name }) : undefined;
  if (!found || found.user_uuid === actorId(ctx)) return undefined;
  return (await lockColleagues(tx, { accountId, uuids: [found.user_uuid] }))[0];
}

const actorId = ({ actor }: Pick<Context, 'actor'>) => (actor.type === 'user' ? actor.id : null);

async function lockNamedTeam(
  tx: Tx,
  { id: accountId }: Sight,
  name: string | null | undefined,
): Promise<NamedTeam | null | undefined> {
  if (name === null || name === undefined) return name;
  const team = await lockTeam(tx, { accountId, name });
  if (!team) throw new FieldErrors({ team: ['must be the name of a team: POST /v1/teams makes it'] });
  return team;
}

interface Assigning {
  /** Undefined: as it is. */
  assignee: string | null | undefined;
  team: NamedTeam | null | undefined;
}

/** What an assignment changes although the owner stays: the automatic assignee, and the team. False: nothing. */
async function assignBeside(
  tx: Tx,
  owner: Owner,
  { assignee, team, actor, now }: Assigning & { actor: string; now: Date },
): Promise<boolean> {
  const { id } = owner;
  const isLeft = assignee === null && isRouted(owner);
  if (isLeft) await leaveWaiting(tx, { id, actor, now });
  const { id: teamId, name } = team ?? { id: null, name: null };
  const isMoved = team !== undefined && teamId !== owner.team_id;
  if (isMoved) await setTeam(tx, { id, teamId, name, actor, now });
  return isLeft || isMoved;
}

/** Null: the owner is as the act wants it. */
function changeFor(
  owner: Owner,
  act: Act,
  { assignee, team }: Assigning,
): Pick<Change, 'move' | 'assignee'> | null {
  switch (act) {
    case 'take_over':
      return takenBy(owner, assignee ?? null);
    case 'assign':
      if (assignee) return isHeldBy(owner, assignee) ? null : { move: 'assign', assignee };
      if (team) return isQueuedFor(owner, team) ? null : { move: 'queue', assignee: null };
      if (assignee === undefined) return null;
      return owner.owner_state === 'human_active' ? { move: 'unassign', assignee: null } : null;
    case 'give_back':
      return givenBack(owner);
    case 'resolve':
      return owner.owner_state === 'closed' ? null : { move: 'resolve', assignee: owner.assignee };
  }
}

/** Unnamed: the assignee of a conversation with staff stays. */
function takenBy(owner: Owner, assignee: string | null): { move: MoveName; assignee: string | null } | null {
  if (owner.owner_state !== 'human_active') {
    return { move: 'take_over', assignee: assignee ?? (isRouted(owner) ? owner.assignee : null) };
  }
  return assignee === null || isHeldBy(owner, assignee) ? null : { move: 'assign', assignee };
}

const isHeldBy = ({ owner_state, assignee }: Owner, name: string) =>
  owner_state === 'human_active' && assignee === name;

/** Waits for its automatic assignee. */
const isRouted = ({ owner_state, assignee }: Owner) => owner_state === 'human_waiting' && assignee !== null;

const isQueuedFor = ({ owner_state, assignee, team_id }: Owner, { id }: NamedTeam) =>
  owner_state === 'human_waiting' && assignee === null && team_id === id;

function givenBack(owner: Owner): { move: MoveName; assignee: null } | null {
  if (owner.owner_state === 'bot') return null;
  if (!owner.automated) throw new ApiError('no_automation');
  if (owner.owner_state === 'closed') throw new ApiError('conversation_closed');
  return { move: 'give_back', assignee: null };
}

/** Of one conversation. ApiError conversation_not_found. */
export async function setAutomation(
  ctx: Context,
  account: Sight,
  uuid: string,
  { suppressed, actor }: { suppressed: boolean; actor: string },
): Promise<void> {
  if (!isUuid(uuid)) throw new ApiError('conversation_not_found');
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const owner = await lockOwner(tx, account, { uuid, version: undefined });
    if (!(await suppressAutomation(tx, owner.id, { suppressed, actor }, now))) return;
    const detail = { suppressed };
    await recordAct(tx, ctx, account, { action: 'conversation.automation_suppressed', target: uuid, detail });
    if (suppressed) await changeOwner(tx, owner, { move: 'suppress', reason: reasonOf(ctx), actor }, now);
  });
  ctx.bus.publish('events');
}
