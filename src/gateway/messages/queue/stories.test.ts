import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type TestContext, testContext } from '../../../../test/harness/context.ts';
import { giveLeases, insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { DAY, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { claimDue } from '../dispatch/claim-store.ts';
import { deferMessages, markWritten } from '../dispatch/in-flight-store.ts';
import { noteEvidence, noteListening, settleSilent, UNRESOLVED_MS } from './evidence.ts';
import * as queue from './queue.ts';
import { failUnresolved, failUnsendable, moveStatuses } from './settle-store.ts';
import { type Source, stateOf } from './states.ts';

const QUOTA = 12;
const PHONES = ['62811', '62812', '62813'];
const STOPPED = { error_code: 'stopped', error_message: 'Stopped.' };
const REFUSED = { error_code: 'refused', error_message: 'Refused.' };

const index = fc.nat({ max: 20 });
const step = fc.oneof(
  fc.record({
    do: fc.constant('insert' as const),
    source: fc.constantFrom<Source>('broadcast', 'staff', 'bot'),
    refusals: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ do: fc.constantFrom('claim', 'mark'), count: fc.nat({ max: 4 }) }),
  fc.record({ do: fc.constant('defer' as const), index, written: fc.boolean() }),
  fc.record({
    do: fc.constant('report' as const),
    index,
    status: fc.constantFrom('sent', 'delivered', 'read', 'failed'),
    refund: fc.boolean(),
  }),
  fc.record({ do: fc.constant('stop' as const), phone: fc.constantFrom(...PHONES) }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(SECOND, MINUTE, MINUTE, DAY) }),
  fc.record({ do: fc.constantFrom('suspend', 'resume', 'cancel', 'end', 'expire', 'listen') }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe.each(['on', 'off'])('with KURIR_DATABASE_PREPARED=%s', async (prepared) => {
  const ctx = await testContext({ cleanup: afterAll, env: { KURIR_DATABASE_PREPARED: prepared } });

  test('every story leaves legal rows, exact counts and ordered events', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const story = await openStory(ctx);
        for (const each of steps) {
          await story.play(each);
          await story.check();
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** An account with one leased device and one running broadcast. */
async function openStory(ctx: TestContext) {
  const account = await insertAccount(ctx, { monthly_quota: QUOTA });
  await ctx.pool.query(`update accounts set unresolved = 'resend' where id = $1`, [account.id]);
  const device = await insertDevice(ctx, account);
  const node = randomUUID();
  await giveLeases(ctx, node, [device.id]);
  const { id: broadcastId } = await tablesOf(ctx.db)
    .insertInto('broadcasts')
    .values({
      ...{ account_id: account.id, device_id: device.id, name: 'Promo', template: 'Halo', seed: 1 },
      ...{ delay_min_seconds: 0, delay_max_seconds: 0, status: 'running', total_recipients: 1_000 },
      ...{ next_at: ctx.now(), created_at: ctx.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  let now = ctx.now();
  let recipients = 0;
  const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => ctx.db.transaction(work);
  const rows = () =>
    tablesOf(ctx.db)
      .selectFrom('messages')
      .selectAll()
      .where('device_id', '=', device.id)
      .orderBy('id')
      .execute();

  async function insert({ source, refusals }: Extract<Step, { do: 'insert' }>) {
    const isBroadcast = source === 'broadcast';
    const messages = refusals.map(
      (isRefused, n): queue.Outbound => ({
        ...{ device_id: device.id, phone: PHONES[n % PHONES.length] ?? '' },
        ...{ type: 'text', media_url: null, interactive: null },
        body: isRefused ? null : 'Halo',
        broadcast_place: isBroadcast ? recipients + n : null,
        refusal: isRefused ? REFUSED : null,
      }),
    );
    const sender = {
      account_id: account.id,
      source,
      author_id: isBroadcast ? null : 7,
    };
    const { stored } = await inTransaction((tx) =>
      queue.insert(tx, { ...sender, broadcast_id: isBroadcast ? broadcastId : null }, messages, now),
    );
    recipients += stored.length;
  }

  async function take(count: number, marks: boolean) {
    const claimed = await claimDue(ctx.db, marks ? 'calls' : 'line', {
      ...{ nodeId: node, preparedTypes: [], inFlight: [], now },
      devices: [
        { device_id: device.id, account_id: device.account_id, epoch: 1, capacity: count, only_ready: false },
      ],
      freshIds: Array.from({ length: count }, () => randomUUID()),
    });
    const written = claimed.map(({ id, reserved_wa_id, device_id, epoch }) => ({
      ...{ id, reserved_wa_id, device_id, epoch },
    }));
    if (marks) await markWritten(ctx.db, node, written, new Date(now.getTime() + UNRESOLVED_MS));
  }

  async function report({ index, status, refund }: Extract<Step, { do: 'report' }>) {
    const reserved = (await rows()).filter(({ reserved_wa_id }) => reserved_wa_id !== null);
    const message = reserved[index % reserved.length];
    if (!message) return;
    const isFailed = status === 'failed';
    const change = {
      ...{ device_id: device.id, wa_message_id: message.reserved_wa_id, status, refund: isFailed && refund },
      ...{
        error_code: isFailed ? (refund ? 'refunded' : 'kept') : null,
        error_message: isFailed ? 'No.' : null,
      },
    } as const;
    await moveStatuses(ctx.db, [change], now);
    const reference = message.reserved_wa_id ?? '';
    await noteEvidence(ctx.db, [{ device_id: device.id, reference, at: now }], now);
  }

  async function defer({ index, written }: Extract<Step, { do: 'defer' }>) {
    const inFlight = (await rows()).filter(({ maybe_written }) => maybe_written);
    const message = inFlight[index % inFlight.length];
    if (!message) return;
    const deferral = { id: message.id, not_before: now, counted: true, maybe_written: written, epoch: 1 };
    await deferMessages(ctx.db, [deferral]);
  }

  async function resume(tx: Tx) {
    const suspended = await queue.lockSuspended(tx, { broadcastId, now });
    const ids = suspended.map(({ id }) => id);
    await queue.resume(tx, { ids, now });
  }

  async function expire() {
    await failUnsendable(ctx.db, new Date(now.getTime() - DAY), now);
    await failUnresolved(ctx.db, ['economy'], now);
  }

  /** Two minutes of silence. */
  async function listen() {
    for (let n = 0; n < 12; n += 1) {
      now = new Date(now.getTime() + 10 * SECOND);
      await noteListening(ctx.db, false, now);
    }
    await settleSilent(ctx, now);
  }

  async function play(step: Step): Promise<unknown> {
    switch (step.do) {
      case 'insert':
        return insert(step);
      case 'claim':
      case 'mark':
        return take(step.count, step.do === 'mark');
      case 'defer':
        return defer(step);
      case 'report':
        return report(step);
      case 'stop':
        return inTransaction((tx) =>
          queue.stopRecipients(tx, [{ broadcast_id: broadcastId, phone: step.phone }], STOPPED, now),
        );
      case 'wait':
        now = new Date(now.getTime() + step.ms);
        return;
      case 'suspend':
        return inTransaction((tx) => queue.suspendBroadcasts(tx, [broadcastId]));
      case 'resume':
        return inTransaction(resume);
      case 'cancel':
        return inTransaction((tx) => queue.endMessages(tx, broadcastId, STOPPED, now));
      case 'end':
        return inTransaction((tx) => queue.endCancelled(tx, new Map([[broadcastId, STOPPED]]), now));
      case 'expire':
        return expire();
      case 'listen':
        return listen();
      default:
        return step satisfies never;
    }
  }

  async function check(): Promise<void> {
    const messages = await rows();
    const states = messages.map(
      ({ maybe_written: written, reserved_wa_id, resent_at, kept_reason, ...row }) => {
        const { direction, status, due, held } = row;
        const [reserved, resent] = [reserved_wa_id !== null, resent_at !== null];
        const kept = kept_reason !== null;
        return stateOf({ direction, status, due, held, written, reserved, resent, kept });
      },
    );
    expect(states).not.toContain(undefined);

    for (const { broadcast_id, resent_at } of messages)
      expect(broadcast_id === null || !resent_at).toBe(true);

    const paid = messages.filter(({ body }) => body !== null);
    const { units, sent, failed } = await readCounts();
    expect(units).toBe(paid.length - paid.filter(isRefunded).length);
    const own = messages.filter(({ broadcast_id }) => broadcast_id !== null);
    expect(failed).toBe(own.filter(({ status }) => status === 'failed').length);
    expect(sent).toBe(own.filter(({ status }) => ['sent', 'delivered', 'read'].includes(status)).length);

    const events = await readEvents();
    for (const { public_id, status } of messages) {
      const announced = events.filter((event) => event.message_id === public_id).map((event) => event.status);
      expect(announced.at(-1) ?? 'queued').toBe(status);
      const order = ['sent', 'delivered', 'read', 'failed'].filter((each) => announced.includes(each));
      expect(announced).toEqual(order);
    }
  }

  async function readCounts() {
    const { rows } = await ctx.pool.query<{ units: number; sent: number; failed: number }>(
      `select (select coalesce(sum(messages_sent), 0) from usage_months where account_id = $1)::int as units,
         coalesce(sum(sent), 0)::int as sent, coalesce(sum(failed), 0)::int as failed
       from broadcast_tallies where broadcast_id = $2`,
      [account.id, broadcastId],
    );
    return rows[0] ?? { units: 0, sent: 0, failed: 0 };
  }

  async function readEvents(): Promise<{ message_id: number; status: string }[]> {
    const events = await tablesOf(ctx.db)
      .selectFrom('events')
      .select('body')
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    return events.map(({ body }) => JSON.parse(body));
  }

  return { play, check };
}

/** A message gives its unit back unless the provider may have it. A second send that expires returns its unit. */
function isRefunded({ error_code, maybe_written }: { error_code: string | null; maybe_written: boolean }) {
  if (error_code === 'expired') return !maybe_written;
  return error_code === 'refunded' || error_code === 'stopped';
}
