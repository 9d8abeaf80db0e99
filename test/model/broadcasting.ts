import type fc from 'fast-check';
import { expect } from 'vitest';
import {
  cancelBroadcast,
  pauseBroadcast,
  resumeBroadcast,
  retryFailed,
} from '../../src/gateway/broadcasts/broadcast.ts';
import { addOptOut, removeOptOut } from '../../src/gateway/broadcasts/opt-outs/opt-out.ts';
import { failUnsendable } from '../../src/gateway/messages/queue/settle-store.ts';
import { setStatus } from '../../src/platform/accounts/account.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { dyingAfter, look, type Scene, type Sent } from '../harness/broadcast-scene.ts';
import type { TestContext } from '../harness/context.ts';
import { tablesOf } from '../harness/tables.ts';

/** Facts of a run: the number of broadcasts, and whether device and account let messages leave. */
export interface ModelState {
  broadcasts: number;
  connected: boolean;
  suspended: boolean;
}

/** A text that left the device, with its first time. */
export interface SentText extends Sent {
  at: number;
  broadcastId: number;
}

/** One account with a device, its broadcasts in order, the sent texts by provider id, and the opt-outs. */
export interface Real {
  ctx: TestContext;
  scene: Scene;
  ids: number[];
  arrived: Map<string, SentText>;
  optedOut: Set<string>;
  /** The minimum delay of each broadcast, in seconds. */
  delays: Map<number, number>;
}

/** Broadcast messages of the device per hour. */
export const PER_HOUR = 8;

export type Step = fc.AsyncCommand<ModelState, Real>;

/**
 * A step of a run. After each step, counts add up and no recipient has two texts of one broadcast and its
 * retries.
 */
function step(
  name: string,
  run: (plot: ModelState, real: Real) => Promise<void>,
  check: (plot: Readonly<ModelState>) => boolean = () => true,
): Step {
  return {
    check,
    toString: () => name,
    async run(plot, real) {
      await run(plot, real);
      await expectConsistency(real);
    },
  };
}

const hasAny = ({ broadcasts }: ModelState) => broadcasts > 0;
const idOf = ({ ids }: Real, index: number) => ids[index % ids.length] ?? 0;

export const create = (options: { delay: number; inMinutes: number | null }) =>
  step(
    `create ${JSON.stringify(options)}`,
    async (plot, { ctx, scene, ids, delays }) => {
      const { delay, inMinutes } = options;
      const scheduled_at = inMinutes === null ? null : new Date(ctx.now().getTime() + inMinutes * MINUTE);
      const id = await scene.create({
        message_template: `${plot.broadcasts}: {a|b} {nama}`,
        delay_min_seconds: delay,
        delay_max_seconds: 2 * delay,
        scheduled_at,
      });
      expect((await scene.read(id)).status).toBe(scheduled_at ? 'scheduled' : 'draft');
      ids.push(id);
      delays.set(id, delay);
      plot.broadcasts += 1;
    },
    ({ broadcasts, suspended }) => broadcasts < 4 && !suspended,
  );

export const run = step('a runner polls', async (_, { ctx }) => {
  await look(ctx);
});

export const runTwice = step('two runners poll at once', async (_, { ctx }) => {
  await Promise.all([look(ctx), look(ctx)]);
});

export const crash = (statements: number) =>
  step(`a runner dies after ${statements} statements`, async (_, { ctx }) => {
    await look(dyingAfter(ctx, statements)).catch(() => {});
  });

export const passTime = (seconds: number) =>
  step(`${seconds} s pass`, async (_, { ctx }) => ctx.clock.advance(seconds * 1_000));

export const sendNext = (most: number) =>
  step(
    `the engine takes ${most}`,
    async ({ suspended }, real) => {
      const taken = await real.scene.take(most);
      if (suspended) expect(taken).toEqual([]);
      for (const message of taken) await recordSend(real, message);
      expectPace(real);
    },
    ({ connected }) => connected,
  );

export const answer = (index: number, status: 'sent' | 'read' | 'failed') =>
  step(`the provider answers ${index}: ${status}`, async (_, { scene }) => {
    const waiting = scene.unanswered();
    const message = waiting[index % waiting.length];
    if (message) await scene.report(message, status);
  });

export const refuseLate = (index: number) =>
  step(`the provider refuses ${index} late`, async (_, { scene }) => {
    const message = scene.sent[index % scene.sent.length];
    if (message) await scene.report(message, 'failed');
  });

/** `written`: how many messages of the engine are written. The others return. */
export const disconnect = (written: number) =>
  step(
    `the connection breaks, ${written} written`,
    async (plot, { scene, arrived }) => {
      const unwritten = scene.unanswered().slice(written);
      for (const { waId, isRepeated } of unwritten) if (!isRepeated) arrived.delete(waId);
      await scene.lineDown((n) => n < written);
      await scene.setDevice({ status: 'disconnected' });
      plot.connected = false;
    },
    ({ connected }) => connected,
  );

export const reconnect = step('the device reconnects', async (plot, { scene }) => {
  await scene.setDevice({ status: 'connected' });
  plot.connected = true;
});

export const setAccount = (status: 'suspended' | 'active') =>
  step(`the account is ${status}`, async (plot, { ctx, scene }) => {
    await setStatus(ctx, scene.account.id, status);
    plot.suspended = status === 'suspended';
  });

export const resume = (index: number) =>
  step(
    `resume ${index}`,
    async (plot, real) => {
      const { ctx, scene } = real;
      const id = idOf(real, index);
      const before = await scene.read(id);
      const outcome = await resumeBroadcast(ctx, scene.account, id).catch((error) => error.code);
      if (before.status !== 'paused') expect(outcome).toBe('broadcast_not_paused');
      else if (!plot.connected) expect(outcome).toBe('device_not_connected');
      else expect(['running', 'scheduled']).toContain(outcome.status);
      const { started_at } = await scene.read(id);
      if (before.started_at) expect(started_at).toEqual(before.started_at);
    },
    hasAny,
  );

export const pause = (index: number) =>
  step(
    `pause ${index}`,
    async (_, real) => {
      const { ctx, scene } = real;
      await pauseBroadcast(ctx, scene.account, idOf(real, index)).catch((error) =>
        expect(error.code).toBe('broadcast_finished'),
      );
    },
    hasAny,
  );

export const cancel = (index: number) =>
  step(
    `cancel ${index}`,
    async (_, real) => {
      const { ctx, scene } = real;
      await cancelBroadcast(ctx, scene.account, idOf(real, index)).catch((error) =>
        expect(error.code).toBe('broadcast_finished'),
      );
    },
    hasAny,
  );

export const setQuota = (quota: number | null) =>
  step(`the quota is ${quota}`, (_, { scene }) => scene.setQuota(quota));

export const expireQueued = step('queued messages expire', async (_, { ctx }) => {
  await failUnsendable(ctx.db, new Date(ctx.now().getTime() - DAY), ctx.now());
});

export const optOut = (contact: number) =>
  step(`contact ${contact} opts out`, async (_, { ctx, scene, optedOut }) => {
    const { optOut } = await addOptOut(ctx, scene.account, { phone: String(628_110_000_000 + contact) });
    optedOut.add(optOut.phone);
  });

export const optIn = step('all contacts opt in again', async (_, { ctx, scene, optedOut }) => {
  for (const phone of optedOut) await removeOptOut(ctx, scene.account, phone);
  optedOut.clear();
});

export const retry = (index: number) =>
  step(
    `retry ${index}`,
    async ({ suspended }, real) => {
      const { ctx, scene, ids, arrived } = real;
      const refusal = suspended ? 'account_inactive' : 'no_recipients_matched';
      const retried = await retryFailed(ctx, scene.account, idOf(real, index)).catch((error) => {
        expect(error.code).toBe(refusal);
      });
      if (!retried) return;
      ids.push(retried.id);
      // A failed text did not arrive, as far as Kurir knows.
      for (const id of ids) {
        for (const { status, reserved_wa_id } of await scene.messages(id)) {
          if (status === 'failed') arrived.delete(reserved_wa_id ?? '');
        }
      }
    },
    hasAny,
  );

/** Removes all obstacles, and finishes all broadcasts that are not cancelled. */
export async function finish(real: Real): Promise<void> {
  const { ctx, scene, ids } = real;
  await setStatus(ctx, scene.account.id, 'active');
  await scene.setDevice({ status: 'connected' });
  await scene.setQuota(null);
  const isOpen = async () => {
    const all = await Promise.all(ids.map((id) => scene.read(id)));
    for (const { id, status } of all) if (status === 'paused') await resumeBroadcast(ctx, scene.account, id);
    return all.some(({ status }) => status !== 'completed' && status !== 'cancelled');
  };
  for (const message of scene.unanswered()) await scene.report(message, 'sent');
  for (let n = 0; n < 200 && (await isOpen()); n += 1) {
    await look(ctx);
    for (const message of await scene.take()) {
      await recordSend(real, message);
      await scene.report(message, 'sent');
    }
    expectPace(real);
    await look(ctx);
    ctx.clock.advance(10 * MINUTE);
  }
  expect(await isOpen()).toBe(false);
  await expectConsistency(real);
  for (const id of ids) await expectSettled(real, id);
}

/** No text leaves for a broadcast that does not run, or for an opt-out. */
async function recordSend({ ctx, scene, arrived, optedOut }: Real, message: Sent): Promise<void> {
  const { broadcast_id } = await tablesOf(ctx.db)
    .selectFrom('messages')
    .select('broadcast_id')
    .where('id', '=', message.id)
    .executeTakeFirstOrThrow();
  const broadcastId = broadcast_id ?? 0;
  expect(await scene.read(broadcastId)).toMatchObject({ status: 'running' });
  expect(optedOut).not.toContain(message.phone);
  if (message.isRepeated) return;
  arrived.set(message.waId, { ...message, at: ctx.now().getTime(), broadcastId });
}

/** The hourly limit holds. The delay holds between two texts of a broadcast, with one exception. */
function expectPace({ arrived, delays }: Real): void {
  const left = [...arrived.values()];
  for (const { at } of left) {
    const hour = left.filter((other) => other.at > at - HOUR && other.at <= at);
    expect(hour.length).toBeLessThanOrEqual(PER_HOUR);
  }
  for (const [id, delay] of delays) {
    const own = left.filter(({ broadcastId }) => broadcastId === id).map(({ at }) => at);
    for (const [n, at] of own.entries()) {
      expect(at - (own[n - 2] ?? -Infinity)).toBeGreaterThanOrEqual(delay * SECOND);
    }
  }
}

async function expectConsistency({ ctx, scene, arrived }: Real): Promise<void> {
  const texts = [...arrived.values()].map(({ phone, body }) => `${phone} ${body?.split(':')[0]}`);
  expect(texts).toHaveLength(new Set(texts).size);

  const { rows } = await ctx.pool.query(
    `select b.status, b.started_at is not null as started, b.claimed,
       b.sent_count + t.sent as sent, b.failed_count + t.failed as failed,
       m.messages, m.first, m.last, m.sent as really_sent, m.failed as really_failed, m.queued, m.units
     from broadcasts b
     cross join lateral (
       select coalesce(sum(sent), 0)::int as sent, coalesce(sum(failed), 0)::int as failed
       from broadcast_tallies where broadcast_id = b.id
     ) t
     cross join lateral (
       select count(*)::int as messages, min(broadcast_place) as first, max(broadcast_place) as last,
         count(*) filter (where status in ('sent', 'delivered', 'read'))::int as sent,
         count(*) filter (where status = 'failed')::int as failed,
         count(*) filter (where status = 'queued')::int as queued,
         count(*) filter (
           where error_code is null or error_code not in ('broadcast_cancelled', 'opted_out'))::int as units
       from messages where broadcast_id = b.id
     ) m
     where b.account_id = $1`,
    [scene.account.id],
  );
  for (const row of rows) {
    const isBegun = row.claimed > 0;
    expect({ ...row, claimed: row.messages, sent: row.really_sent, failed: row.really_failed }).toEqual(row);
    expect([row.first, row.last]).toEqual(isBegun ? [0, row.claimed - 1] : [null, null]);
    if (row.status === 'completed') expect(row.queued).toBe(0);
    if (row.status === 'draft' || row.status === 'scheduled') expect(row.started).toBe(false);
  }
  expect(await scene.unitsUsed()).toBe(rows.reduce((sum, { units }) => sum + units, 0));
}

/** At the end each recipient has a message, and each message that did not fail is on its phone. */
async function expectSettled({ scene, arrived }: Real, id: number): Promise<void> {
  const { status, total_recipients } = await scene.read(id);
  const messages = await scene.messages(id);
  if (status === 'completed') expect(messages).toHaveLength(total_recipients);
  for (const { status, reserved_wa_id } of messages) {
    if (status !== 'failed') expect(arrived.has(reserved_wa_id ?? '')).toBe(true);
  }
}
