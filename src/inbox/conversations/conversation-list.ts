import type { Context } from '../../context.ts';
import { listVisible } from '../../gateway/devices/channels/channel.ts';
import { getDeviceOrChat } from '../../gateway/devices/device.ts';
import { type FoundText, readFound } from '../../gateway/messages/history/history.ts';
import { findPersonId } from '../../gateway/people/person.ts';
import type { Caller, Sight } from '../../platform/accounts/account.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import { FieldErrors } from '../../platform/lib/errors.ts';
import { wordsOf } from '../../platform/lib/found-words.ts';
import { limitOf } from '../../platform/lib/page.ts';
import { openCursor, sealCursor } from '../../platform/lib/sealed-cursor.ts';
import { findTeam, listTeamsOfOthers } from '../staff/teams/team.ts';
import { facetsOf } from './facets.ts';
import { findLabelId } from './labels/label.ts';
import type { ListConversations } from './list-schema.ts';
import * as lists from './list-store.ts';
import type { Conversation } from './schema.ts';
import { excerptOf } from './search/excerpt.ts';
import { type ListFilter, placeOf, searchConversations } from './search/search.ts';
import { type ConversationRow, readConversations } from './store.ts';

export interface ListedConversations {
  conversations: ConversationRow[];
  /** By row id of the conversation. */
  found: ReadonlyMap<number, Found>;
  next: string | null;
}

/** The found message, as the API says it. */
type Found = Pick<Conversation, 'found_message_id' | 'found_excerpt'>;

const NONE: ListedConversations = { conversations: [], found: new Map(), next: null };

/** ApiError device_not_found; FieldErrors for an unknown team. Unused labels or numbers are no error. */
export async function listConversations(
  ctx: Context,
  account: Caller,
  query: ListConversations,
): Promise<ListedConversations> {
  const { order, device_uuid, label, phone, assignee = null, entry_point_id: entryPoint = null } = query;
  const limit = limitOf(query.limit);
  const channelIds = await channelsOf(ctx, account, device_uuid);
  const labelId = label === undefined ? null : await findLabelId(ctx, account, label);
  const teamId = query.team === undefined ? null : await findTeamId(ctx, account, query.team);
  const personId = phone === undefined ? null : await findPersonId(ctx, account, phone);
  const facets = facetsOfQuery(query);
  const isNone = facets.length === 0 || channelIds?.length === 0;
  if (isNone || labelId === undefined || personId === undefined) return NONE;

  const filter = { channelIds, assignee, labelId, teamId, facets };
  if (query.q !== undefined)
    return searchList(ctx, account, { ...filter, q: query.q, cursor: query.cursor, limit });
  const list = `${order} conversations of account ${account.id}`;
  const [at, id] = query.cursor === undefined ? [] : openCursor(ctx, list, query.cursor);
  const found = await readLists(ctx.db, query, {
    accountId: account.id,
    ...filter,
    personId,
    entryPoint,
    otherTeamIds: null,
    limit: limit + 1,
    at: at === undefined ? null : new Date(at),
    id: id ?? null,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    ...NONE,
    conversations: await readConversations(ctx.db, { ids: page.map((each) => each.id) }),
    next: last && found.length > limit ? sealCursor(ctx, list, [last.at.getTime(), last.id]) : null,
  };
}

async function findTeamId(ctx: Context, { id: accountId }: Sight, name: string): Promise<number> {
  const team = await findTeam(ctx.db, { accountId, name });
  if (!team) throw new FieldErrors({ team: ['must be the name of a team: GET /v1/teams'] });
  return team.id;
}

/** With `or_unassigned`, joins both lists: of the second one, what the assignee may take. */
async function readLists(
  db: Db,
  { order, or_unassigned }: ListConversations,
  params: lists.ListParams,
): Promise<lists.Listed[]> {
  if (!isTrue(or_unassigned)) return lists.listConversations(db, order, params);
  const otherTeamIds = await listTeamsOfOthers(db, params.accountId, params.assignee ?? '');
  const [own, free] = [facetsOf({ assigned: true }), facetsOf({ assigned: false })];
  const read = (some: readonly number[], change: Partial<lists.ListParams>) =>
    lists.listConversations(db, order, {
      ...params,
      ...change,
      facets: params.facets.filter((facet) => some.includes(facet)),
    });
  const both = await Promise.all([read(own, {}), read(free, { assignee: null, otherTeamIds })]);
  const sign = order === 'latest' ? -1 : 1;
  return both
    .flat()
    .sort((one, other) => sign * (one.at.getTime() - other.at.getTime() || one.id - other.id))
    .slice(0, params.limit);
}

async function searchList(
  ctx: Context,
  account: Sight,
  { cursor, ...query }: ListFilter & { q: string; limit: number; cursor?: string | undefined },
): Promise<ListedConversations> {
  const list = `search in conversations of account ${account.id}`;
  const place = cursor === undefined ? null : placeOf(openCursor(ctx, list, cursor));
  const { ids, hits, next } = await searchConversations(ctx, account, { ...query, cursor: place });
  const [conversations, texts] = await Promise.all([
    readConversations(ctx.db, { ids }),
    hits.size === 0 ? [] : readFound(ctx.db, { ids: [...hits.values()] }),
  ]);
  const words = wordsOf(query.q);
  const byId = new Map(texts.map((text) => [text.id, foundIn(text, words)]));
  const found = new Map([...hits].map(([id, hit]) => [id, byId.get(hit) ?? {}]));
  return { conversations, found, next: next && sealCursor(ctx, list, next) };
}

function foundIn({ wa_message_id, body, file_name }: FoundText, words: ReadonlySet<string>): Found {
  const excerpt = excerptOf(body ?? '', words) ?? excerptOf(file_name ?? '', words);
  return { found_message_id: wa_message_id, ...(excerpt !== null && { found_excerpt: excerpt }) };
}

/** Null: all. ApiError device_not_found. */
async function channelsOf(
  ctx: Context,
  account: Sight,
  deviceUuid: string | undefined,
): Promise<readonly number[] | null> {
  const device = deviceUuid === undefined ? undefined : await getDeviceOrChat(ctx, account, deviceUuid);
  const visible = await listVisible(ctx.db, account);
  if (!device) return visible;
  const { channel_id } = device;
  const isVisible = channel_id !== null && (visible === null || visible.includes(channel_id));
  return isVisible ? [channel_id] : [];
}

/** None when two conditions exclude each other. */
function facetsOfQuery({ order, assignee, owner_state, ...flags }: ListConversations): number[] {
  const given = {
    owner_state,
    open: isTrue(flags.open),
    staff: isTrue(flags.staff),
    unread: isTrue(flags.unread),
    waiting: isTrue(flags.waiting),
    snoozed: isTrue(flags.snoozed),
    assigned: isTrue(flags.assigned),
    group: flags.chat === 'all' ? undefined : flags.chat === 'group',
  };
  const waits = order === 'longest_waiting' ? { waiting: true } : {};
  const isHeld = assignee !== undefined && !isTrue(flags.or_unassigned);
  const implied = new Set(facetsOf({ ...waits, ...(isHeld && { assigned: true }) }));
  return facetsOf(given).filter((facet) => implied.has(facet));
}

const isTrue = (text: 'true' | 'false' | undefined) => (text === undefined ? undefined : text === 'true');
