import type { Context } from '../../../context.ts';
import { getDeviceOrChat } from '../../../gateway/devices/device.ts';
import { addDays, daysOf, localDate, startOfDay } from '../../../gateway/hours/days.ts';
import { hoursOf } from '../../../gateway/hours/hours.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { planEachTime } from '../../../platform/lib/db/db.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { getConversation } from '../conversation.ts';
import { listUsers, MAX_DAYS, MAX_ROWS, type UserRow } from '../figures/figures.ts';
import * as store from './figures-store.ts';
import type {
  ListRatings,
  RatingFigures,
  RatingFiguresRow,
  RatingTotals,
  ReadRatingFigures,
} from './schema.ts';

const NONE = { asked: 0, rated: 0, sum: 0, scores: [0, 0, 0, 0, 0] };

/** Ratings of the questions of some days. FieldErrors for the days; ApiError device_not_found. */
export async function readRatingFigures(
  ctx: Context,
  account: Pick<Caller, 'id' | 'deviceIds'>,
  { group, device_uuid, ...given }: ReadRatingFigures,
): Promise<RatingFigures> {
  const hours = await hoursOf(ctx.db, account.id, null);
  const { from, to, dates } = daysOf(given, localDate(hours, ctx.now()), MAX_DAYS);
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const scope: store.Scope = {
    accountId: account.id,
    // No number: no conversation has 0.
    channelId: device && (device.channel_id ?? 0),
    from: startOfDay(hours, from),
    until: startOfDay(hours, addDays(to, 1)),
    days: dates.map((date) => startOfDay(hours, date)),
    limit: MAX_ROWS + 1,
  };
  const { rows, users } = await ctx.db.transaction(async (tx) => {
    await planEachTime(tx);
    return {
      rows: await store.readFigures[group](tx, scope),
      users: group === 'person' ? await listUsers(tx, { accountId: account.id }) : [],
    };
  });
  const found = rows.filter(({ is_total }) => !is_total);
  const data = group === 'day' ? byDay(found, dates) : found.map((row) => byPerson(row, users));
  const total = viewFigures(rows.find(({ is_total }) => is_total) ?? NONE);
  return { timezone: hours.timezone, from, to, total, data };
}

function byDay(rows: readonly store.FiguresRow[], dates: readonly string[]): RatingFiguresRow[] {
  const byNumber = new Map(rows.map((row) => [row.bucket, row]));
  return dates.map((date, index) => ({ date, ...viewFigures(byNumber.get(String(index + 1)) ?? NONE) }));
}

function byPerson(row: store.FiguresRow, users: readonly UserRow[]): RatingFiguresRow {
  const [kind, ...rest] = (row.bucket ?? '').split(':');
  const key = rest.join(':');
  const user = kind === 'user' ? users.find(({ id }) => String(id) === key) : undefined;
  const person = user ? { id: user.user_uuid, name: user.name } : { id: null, name: key };
  return { person, ...viewFigures(row) };
}

function viewFigures({ asked, rated, sum, scores }: typeof NONE): RatingTotals {
  return { asked, rated, average: rated === 0 ? null : Math.round((sum / rated) * 100) / 100, scores };
}

/** Newest first. ApiError conversation_not_found. */
export async function listRatings(
  ctx: Context,
  account: Pick<Caller, 'id' | 'deviceIds'>,
  { conversation_id, ...page }: ListRatings,
): Promise<Page<store.RatingRow>> {
  const { id: accountId, deviceIds } = account;
  const chat = conversation_id === undefined ? null : await getConversation(ctx, account, conversation_id);
  const filter = { accountId, deviceIds, conversationId: chat?.id ?? null };
  return readPage(ctx, {
    ...page,
    list: `ratings of ${accountId} ${chat?.id ?? ''}`,
    read: ([before = null], limit) => store.listRatings(ctx.db, { ...filter, before, limit }),
    placeOf: ({ id }) => [id],
    partsOf: ({ comment, name }) => [comment, name],
  });
}
