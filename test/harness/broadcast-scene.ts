import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { createBroadcast, getBroadcast } from '../../src/gateway/broadcasts/broadcast.ts';
import { claimForBroadcasts, maintainBroadcasts } from '../../src/gateway/broadcasts/runner/runner.ts';
import type { CreateBroadcast } from '../../src/gateway/broadcasts/schema.ts';
import { claimDue } from '../../src/gateway/messages/dispatch/claim-store.ts';
import { deferMessages } from '../../src/gateway/messages/dispatch/in-flight-store.ts';
import { moveStatuses, type StatusChange } from '../../src/gateway/messages/queue/settle-store.ts';
import type { Caller } from '../../src/platform/accounts/account.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import type { TestContext } from './context.ts';
import { noTemplates } from './no-templates.ts';
import { giveLeases, insertAccount, insertDevice } from './rows.ts';
import { watchAnswers } from './statements.ts';
import { tablesOf } from './tables.ts';

/** A text that left for a phone. */
export interface Sent {
  id: number;
  phone: string;
  body: string | null;
  waId: string;
  /** An earlier attempt may have written it, under the same id. */
  isRepeated: boolean;
}

/** A business with one connected device, its contacts, and the provider behind the device. */
export type Scene = Awaited<ReturnType<typeof openScene>>;

const NODE = randomUUID();

/** `pairedDays` is the age of the number; contact n is called `Kak n` and has the tag `all`. */
export async function openScene(
  ctx: TestContext,
  options: {
    contacts: number;
    plan?: Partial<Caller['plan']>;
    engine?: 'economy' | 'official_cloud';
    pairedDays?: number;
  },
) {
  const { contacts, plan, engine = 'economy', pairedDays = 365 } = options;
  const account = await insertAccount(ctx, plan);
  const device = await insertDevice(ctx, account, { engine });
  await tablesOf(ctx.db)
    .updateTable('devices')
    .set({ paired_at: new Date(ctx.now().getTime() - pairedDays * DAY) })
    .where('id', '=', device.id)
    .execute();
  await giveLeases(ctx, NODE, [device.id]);
  await addContacts(ctx, account, contacts);
  /** Everything that left, in its order. */
  const sent: Sent[] = [];
  /** What the engine has and the provider has not answered. */
  const inFlight = new Map<number, Sent>();

  const report = async (message: Sent, status: StatusChange['status'], facts: Partial<StatusChange> = {}) => {
    inFlight.delete(message.id);
    await moveStatuses(
      ctx.db,
      [
        {
          device_id: device.id,
          wa_message_id: message.waId,
          status,
          error_code: status === 'failed' ? 'refused' : null,
          error_message: status === 'failed' ? 'No.' : null,
          refund: false,
          ...facts,
        },
      ],
      ctx.now(),
    );
  };

  /** The engine takes what is due, as the dispatcher does. */
  const take = async (most = 1_000): Promise<Sent[]> => {
    const ids = Array.from({ length: most }, () => randomUUID());
    const capacity = {
      device_id: device.id,
      account_id: account.id,
      epoch: 1,
      capacity: most,
      only_ready: false,
    };
    const claimed = await claimDue(ctx.db, 'line', {
      nodeId: NODE,
      devices: [capacity],
      preparedTypes: [],
      inFlight: [...inFlight.keys()],
      freshIds: ids,
      now: ctx.now(),
    });
    const taken = claimed.map(
      ({ id, phone, body, reserved_wa_id: waId, maybe_written: isRepeated }): Sent => ({
        ...{ id, phone, body, waId, isRepeated },
      }),
    );
    sent.push(...taken);
    for (const message of taken) inFlight.set(message.id, message);
    return taken;
  };

  return {
    account,
    device,
    sent,
    report,
    take,

    /** The engine takes what is due, and the provider acknowledges all of it. Answers how many messages that were. */
    async carry(most?: number): Promise<number> {
      const taken = await take(most);
      const changes = taken.map(
        ({ waId }): StatusChange => ({
          device_id: device.id,
          wa_message_id: waId,
          status: 'sent',
          error_code: null,
          error_message: null,
          refund: false,
        }),
      );
      await moveStatuses(ctx.db, changes, ctx.now());
      for (const { id } of taken) inFlight.delete(id);
      return taken.length;
    },

    /** The line goes down: of what the engine has, each message was written to it, or is given back. */
    async lineDown(isWritten: (n: number) => boolean): Promise<void> {
      for (const [n, message] of [...inFlight.values()].entries()) {
        if (isWritten(n)) inFlight.delete(message.id);
        else await this.giveBack(message);
      }
    },

    /** What the engine has and the provider has not answered, oldest first. */
    unanswered: () => [...inFlight.values()],

    /** The line goes down before the engine has written this message: it is due again, and has not left. */
    async giveBack({ id, isRepeated }: Sent): Promise<void> {
      const deferral = { id, not_before: ctx.now(), counted: false, maybe_written: isRepeated, epoch: 1 };
      await deferMessages(ctx.db, [deferral]);
      inFlight.delete(id);
      sent.splice(
        sent.findLastIndex((each) => each.id === id),
        1,
      );
    },

    async create(fields: Partial<CreateBroadcast> = {}): Promise<number> {
      const { id } = await createBroadcast({ ctx, templates: noTemplates }, account, {
        device_uuid: device.device_uuid,
        name: 'Promo',
        message_template: 'Halo {nama}',
        tags: ['all'],
        delay_min_seconds: 0,
        delay_max_seconds: 0,
        ...fields,
      });
      return id;
    },

    read: (id: number) => getBroadcast(ctx, account, id),

    async counts(id: number) {
      const { status, reason, sent_count, failed_count, total_recipients } = await getBroadcast(
        ctx,
        account,
        id,
      );
      const pending = total_recipients - sent_count - failed_count;
      return { status, reason, pending, sent: sent_count, failed: failed_count };
    },

    messages: (broadcastId: number) =>
      tablesOf(ctx.db)
        .selectFrom('messages')
        .selectAll()
        .where('broadcast_id', '=', broadcastId)
        .orderBy('broadcast_place')
        .execute(),

    async setDevice(columns: Record<string, unknown>): Promise<void> {
      await tablesOf(ctx.db).updateTable('devices').set(columns).where('id', '=', device.id).execute();
    },

    async setQuota(monthly_quota: number | null): Promise<void> {
      await tablesOf(ctx.db)
        .updateTable('plans')
        .set({ monthly_quota })
        .where('name', '=', account.plan.name)
        .execute();
    },

    async unitsUsed(): Promise<number> {
      const { rows } = await ctx.pool.query<{ units: number }>(
        'select coalesce(sum(messages_sent), 0)::int as units from usage_months where account_id = $1',
        [account.id],
      );
      return rows[0]?.units ?? 0;
    },
  };
}

/** One round of a runner: maintains broadcasts, then claims what is due. Answers its wait in milliseconds. */
export async function look(ctx: Context): Promise<number> {
  await maintainBroadcasts(ctx);
  return claimForBroadcasts(ctx);
}

/** Runs claims and lets the provider acknowledge messages, until no work is due. */
export async function exhaust(ctx: Context, scene: { carry(): Promise<number> }): Promise<void> {
  do await look(ctx);
  while ((await scene.carry()) > 0);
}

/** A context whose database fails after `statements` statements, as if the process had died. */
export function dyingAfter(ctx: Context, statements: number): Context {
  let left = statements;
  const db = watchAnswers(ctx.db, () => {
    if (left === 0) throw new Error('killed');
    left -= 1;
  });
  return { ...ctx, db };
}

/** Adds contacts with the tag `all`, in a fixed number of statements. */
async function addContacts(ctx: TestContext, account: Caller, count: number): Promise<void> {
  await ctx.pool.query(
    `with book as (
       insert into contact_books (account_id, next_place) values ($1, $2)
     ), tag as (
       insert into tags (account_id, name, created_at) values ($1, 'all', $3) returning id
     ), people as (
       insert into contacts (account_id, place, phone, name, created_at, updated_at)
       select $1, n, (628110000000 + n)::text, 'Kak ' || n, $3, $3 from generate_series(0, $2 - 1) n
       returning place
     )
     select 1`,
    [account.id, count, ctx.now()],
  );
  await ctx.pool.query(
    `insert into contact_tags (account_id, place, tag_id)
     select $1, c.place, t.id from contacts c join tags t on t.account_id = c.account_id where c.account_id = $1`,
    [account.id],
  );
}
