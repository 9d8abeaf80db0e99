import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import { type Page, type PageQuery, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { type ChangeTeam, type CreateTeam, MAX_TEAMS } from './schema.ts';
import * as store from './store.ts';

export type { NamedTeam } from './store.ts';
export const { deleteRow, findTeam, listDeleted, lockTeam } = store;

type Account = { id: number };

/** In the order of creation. */
export function listTeams(
  ctx: Context,
  { id: accountId }: Account,
  page: PageQuery,
): Promise<Page<store.TeamRow>> {
  return readPage(ctx, {
    ...page,
    list: `teams of account ${accountId}`,
    read: ([after = 0], limit) => store.listTeams(ctx.db, { accountId, after, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ members }) => [members],
  });
}

/** ApiError team_limit_reached; FieldErrors for a taken name and unknown users. */
export function createTeam(
  ctx: Context,
  { id: accountId }: Account,
  { name, member_ids = [] }: CreateTeam,
): Promise<store.TeamRow> {
  return ctx.db.transaction(async (tx) => {
    await store.lockTeams(tx, { accountId });
    if (await store.findTeam(tx, { accountId, name })) throw nameTaken();
    if ((await store.countTeams(tx, accountId)) >= MAX_TEAMS) throw new ApiError('team_limit_reached');
    const { id, team_uuid } = await store.insertTeam(tx, { accountId, name, now: ctx.now() });
    await setMembers(tx, accountId, id, member_ids);
    await record(tx, ctx, [{ action: 'team.created', accountId, target: team_uuid }]);
    return store.getTeam(tx, { id });
  });
}

/** Conversations keep the team under its new name. ApiError team_not_found; FieldErrors as above. */
export function changeTeam(
  ctx: Context,
  { id: accountId }: Account,
  uuid: string,
  { name, member_ids }: ChangeTeam,
): Promise<store.TeamRow> {
  if (!isUuid(uuid)) throw new ApiError('team_not_found');
  return ctx.db.transaction(async (tx) => {
    await store.lockTeams(tx, { accountId });
    const found = await store.findId(tx, { accountId, uuid });
    if (!found) throw new ApiError('team_not_found');
    const { id } = found;
    const same = name === undefined ? undefined : await store.findTeam(tx, { accountId, name });
    if (same && same.id !== id) throw nameTaken();
    if (name !== undefined) await store.renameTeam(tx, { id, name });
    if (member_ids !== undefined) await setMembers(tx, accountId, id, member_ids);
    await record(tx, ctx, [{ action: 'team.changed', accountId, target: uuid }]);
    return store.getTeam(tx, { id });
  });
}

async function setMembers(tx: Tx, accountId: number, id: number, given: readonly string[]): Promise<void> {
  const userIds = [...new Set(given.map((each) => each.toLowerCase()))];
  const { found } = await store.setMembers(tx, { id, accountId, userIds });
  if (found < userIds.length) {
    throw new FieldErrors({ member_ids: ['must be ids of users of this account who are not disabled'] });
  }
}

const nameTaken = () => new FieldErrors({ name: ['is the name of another team'] });

/** Hidden at once; its conversations go on without a team. ApiError team_not_found. */
export async function deleteTeam(ctx: Context, { id: accountId }: Account, uuid: string): Promise<void> {
  if (!isUuid(uuid)) throw new ApiError('team_not_found');
  await ctx.db.transaction(async (tx) => {
    const isDeleted = await store.markDeleted(tx, accountId, uuid, ctx.now());
    if (!isDeleted) throw new ApiError('team_not_found');
    await record(tx, ctx, [{ action: 'team.deleted', accountId, target: uuid }]);
  });
}

/** Row ids of teams whose queue is not of the user `name`: they have members, but not this one. */
export async function listTeamsOfOthers(db: Db, accountId: number, name: string): Promise<number[]> {
  return (await store.listTeamsWithout(db, { accountId, name })).map(({ id }) => id);
}
