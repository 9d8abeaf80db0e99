import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { planEachTime, type Tx } from '../../../platform/lib/db/db.ts';
import { getDeviceOrChat } from '../../devices/device.ts';
import { addDays, daysOf, localDate, startOfDay } from '../../hours/days.ts';
import { hoursOf } from '../../hours/hours.ts';
import type { Hours } from '../../hours/opening.ts';
import { MAX_DAYS, MAX_ERRORS, MAX_ROWS, type MessageFigures, type ReadMessageFigures } from './schema.ts';
import * as store from './store.ts';
import { bucketsOf, type Figures, viewFigures } from './view.ts';

/** FieldErrors for the local days; ApiError device_not_found. */
export async function readMessageFigures(
  ctx: Context,
  account: Pick<Caller, 'id' | 'deviceIds'>,
  { group, device_uuid, ...given }: ReadMessageFigures,
): Promise<MessageFigures> {
  const hours = await hoursOf(ctx.db, account.id, null);
  const { from, to, dates } = daysOf(given, localDate(hours, ctx.now()), MAX_DAYS);
  const device = device_uuid === undefined ? null : await getDeviceOrChat(ctx, account, device_uuid);
  const scope: store.Scope = {
    accountId: account.id,
    deviceId: device?.id ?? null,
    firstDay: from,
    lastDay: to,
    from: startOfDay(hours, from),
    until: startOfDay(hours, addDays(to, 1)),
    days: dates.map((date) => startOfDay(hours, date)),
  };
  const { received, sent } = await ctx.db.transaction(async (tx) => {
    await planEachTime(tx);
    return {
      received: await store.readReceived(tx, group, scope),
      sent: await store.readSent(tx, group, scope, MAX_ERRORS),
    };
  });
  const { total, buckets } = bucketsOf(received, sent);
  const days = () => dates.map((date, index) => ({ date, ...viewFigures(buckets.get(index + 1)) }));
  const data = group === 'day' ? days() : await viewDevices(ctx, account.id, buckets);
  return { timezone: hours.timezone, from, to, total: viewFigures(total), data };
}

/** Before messages are deleted: figures count them with the days that they have now. */
export async function countDeleted(
  tx: Tx,
  of: { accountId: number; messages: readonly { id: number; created_at: Date }[]; hours: Hours },
): Promise<void> {
  const days = [...new Set(of.messages.map(({ created_at }) => localDate(of.hours, created_at)))].toSorted();
  await store.countDeleted(tx, {
    accountId: of.accountId,
    ids: of.messages.map(({ id }) => id),
    days,
    starts: days.map((day) => startOfDay(of.hours, day)),
  });
}

/** By account. Queued messages do not count. */
export async function findLastMessages(
  { db }: Pick<Context, 'db'>,
  accountIds: readonly number[],
): Promise<Map<number, Date | null>> {
  const rows = await store.findLastTimes(db, { accountIds });
  return new Map(rows.map(({ account_id, at }) => [account_id, at]));
}

async function viewDevices(ctx: Context, accountId: number, buckets: ReadonlyMap<number, Figures>) {
  const largest = [...buckets]
    .toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))
    .slice(0, MAX_ROWS);
  const uuids = await store.findDeviceUuids(
    ctx.db,
    accountId,
    largest.map(([id]) => id),
  );
  return largest.flatMap(([id, figures]) => {
    const device_uuid = uuids.get(id);
    return device_uuid === undefined ? [] : [{ device_uuid, ...viewFigures(figures) }];
  });
}

const sizeOf = ({ received, sent, failed }: Figures) => received + sent + failed;
