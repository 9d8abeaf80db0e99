import type { Context } from '../../../context.ts';
import { getDeviceOrChat } from '../../../gateway/devices/device.ts';
import { addDays, daysOf, localDate, startOfDay } from '../../../gateway/hours/days.ts';
import { hoursOf } from '../../../gateway/hours/hours.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { planEachTime, type Tx } from '../../../platform/lib/db/db.ts';
import { getSettings } from '../settings/settings.ts';
import { type FigureGroup, type Figures, MAX_DAYS, MAX_ROWS, type ReadFigures } from './schema.ts';
import * as store from './store.ts';
import { type Names, viewRows, viewTotal } from './view.ts';

export type { UserRow } from './store.ts';
export { MAX_DAYS, MAX_ROWS };
export const { listUsers } = store;

/** The total beside the rows. */
const MAX_READ = MAX_ROWS + 1;

/** Figures of conversations in some days. FieldErrors for the days; ApiError device_not_found. */
export async function readFigures(
  ctx: Context,
  account: Pick<Caller, 'id' | 'deviceIds'>,
  { group, device_uuid, ...given }: ReadFigures,
): Promise<Figures> {
  const hours = await hoursOf(ctx.db, account.id, null);
  const { from, to, dates } = daysOf(given, localDate(hours, ctx.now()), MAX_DAYS);
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const targets = await getSettings(ctx, account);
  const scope: store.Scope = {
    accountId: account.id,
    // No number: no conversation has 0.
    channelId: device && (device.channel_id ?? 0),
    firstDay: from,
    lastDay: to,
    from: startOfDay(hours, from),
    until: startOfDay(hours, addDays(to, 1)),
    days: dates.map((date) => startOfDay(hours, date)),
    timezone: hours.timezone,
    firstSeconds: inSeconds(targets.first_answer_minutes),
    nextSeconds: inSeconds(targets.next_answer_minutes),
  };
  const { found, names } = await ctx.db.transaction(async (tx) => {
    await planEachTime(tx);
    const rows = await readGroup(tx, group, scope);
    return { found: rows, names: await namesFor(tx, group, { rows, accountId: account.id }) };
  });
  const data = viewRows(group, found, { dates, ...names });
  return { timezone: hours.timezone, from, to, total: viewTotal(found), data };
}

const inSeconds = (minutes: number | null) => minutes && minutes * 60;

async function readGroup(tx: Tx, group: FigureGroup, scope: store.Scope): Promise<store.Found> {
  return {
    answers: await store.readAnswers(tx, group, scope, MAX_READ),
    events: await store.readEvents(tx, group, scope, MAX_READ),
    // A customer is no person of the group.
    messages: await store.readMessages(tx, group === 'person' ? 'day' : group, scope),
    present: await store.readPresent(tx, group, scope, MAX_READ),
  };
}

async function namesFor(
  tx: Tx,
  group: FigureGroup,
  { rows, accountId }: { rows: store.Found; accountId: number },
): Promise<Pick<Names, 'numbers' | 'users'>> {
  const all = [...rows.answers, ...rows.events, ...rows.messages, ...rows.present];
  const ids = all.flatMap(({ bucket }) => (group === 'device' && bucket !== null ? [Number(bucket)] : []));
  return {
    numbers: ids.length > 0 ? await store.listNumbers(tx, { ids: [...new Set(ids)] }) : [],
    users: group === 'person' ? await store.listUsers(tx, { accountId }) : [],
  };
}
