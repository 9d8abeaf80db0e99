import type { Insertable } from 'kysely';
import type { Context } from '../../src/context.ts';
import type { Account, Caller } from '../../src/platform/accounts/account.ts';
import type { Tables } from './tables.ts';
import { tablesOf } from './tables.ts';

/** An account with a new plan, so that a test can choose its limits. */
export async function insertAccount(
  ctx: Context,
  plan: Partial<Caller['plan']> = {},
  kind: Caller['kind'] = 'live',
): Promise<Caller> {
  const limits = {
    rate_per_minute: 100_000,
    monthly_quota: null,
    max_devices: 100,
    storage_bytes: null,
    ...plan,
  };
  const { id: number } = await tablesOf(ctx.db)
    .insertInto('accounts')
    .values({ name: 'Toko', plan: 'pro', kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  const name = plan.name ?? `plan-${number}`;
  await tablesOf(ctx.db)
    .insertInto('plans')
    .values({ ...limits, name })
    .execute();
  await tablesOf(ctx.db).updateTable('accounts').set({ plan: name }).where('id', '=', number).execute();
  return {
    id: number,
    name: 'Toko',
    plan: { ...limits, name },
    status: 'active',
    kind,
    country_code: '62',
    unresolved: 'fail',
    created_at: ctx.now(),
    storage_used: 0,
    deviceIds: null,
  };
}

/** A device in any status, without a session behind it. */
export function insertDevice(
  ctx: Context,
  account: Account,
  columns: Partial<Pick<Insertable<Tables['devices']>, 'status' | 'label' | 'engine' | 'phone_number'>> = {},
) {
  return ctx.db.transaction(async (tx) => {
    const device = await tablesOf(tx)
      .insertInto('devices')
      .values({
        account_id: account.id,
        label: 'Kasir',
        engine: 'economy',
        network: account.kind,
        status: 'connected',
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tablesOf(tx).insertInto('device_leases').values({ device_id: device.id }).execute();
    return device;
  });
}

type MessageColumns = Partial<Insertable<Tables['messages']>>;

/** Outbound text messages of one device, as if it had sent them; queued unless a status is given. */
export function insertMessages(
  ctx: Context,
  device: { id: number; account_id: number },
  rows: readonly MessageColumns[],
) {
  return tablesOf(ctx.db)
    .insertInto('messages')
    .values(
      rows.map((columns) => ({
        account_id: device.account_id,
        device_id: device.id,
        direction: 'out' as const,
        type: 'text',
        status: 'queued' as const,
        phone: '6281234567890',
        body: 'Halo',
        due: (columns.status ?? 'queued') === 'queued',
        created_at: ctx.now(),
        ...columns,
      })),
    )
    .returningAll()
    .execute();
}

export async function insertMessage(
  ctx: Context,
  device: { id: number; account_id: number },
  columns: MessageColumns = {},
) {
  const [message] = await insertMessages(ctx, device, [columns]);
  if (!message) throw new Error('no message was stored');
  return message;
}

/** The node holds the leases of these devices, under the first epoch. */
export async function giveLeases(ctx: Context, nodeId: string, deviceIds: readonly number[]): Promise<void> {
  await tablesOf(ctx.db)
    .updateTable('device_leases')
    .set({ node_id: nodeId, epoch: 1 })
    .where('device_id', 'in', deviceIds)
    .execute();
}
