import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openAdmission } from '../../../../../test/harness/admission.ts';
import { testContext } from '../../../../../test/harness/context.ts';
import { giveLeases, insertAccount, insertDevice, insertMessage } from '../../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../../test/harness/tables.ts';
import { until } from '../../../../../test/harness/until.ts';
import { DAY, MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import { restrictDevice } from '../../../devices/restrictions/restriction.ts';
import type { LeasedDevice } from '../../../devices/sessions/session-listener.ts';
import type { EngineDriver, EngineSession, Pause, SendOutcome } from '../../../engines/engine.ts';
import { handOver } from '../../handed.ts';
import { CALL_END_MS, MARK_LIFE_MS } from '../../queue/evidence.ts';
import { moveStatuses } from '../../queue/settle-store.ts';
import { startDispatcher } from '../dispatcher.ts';
import { markWritten } from '../in-flight-store.ts';

const BUDI = '6281234567890';
const SITI = '6281234560000';
const PACE = { perSecond: 80, recipient: { burst: 45, intervalMs: 6 * SECOND } };
const ctx = await testContext({ cleanup: afterAll });
const admit = openAdmission(ctx);

/** An engine by calls; the test answers for the provider. */
function driverOf(): EngineDriver {
  return {
    kind: 'official_cloud',
    newMessageId: randomUUID,
    open: () => {
      throw new Error('no session is opened here');
    },
  };
}

const REFUSED: SendOutcome = { outcome: 'refused', code: '131026', message: 'No.', byProvider: true };
const NO_ERROR = { error_code: null, error_message: null };
const TEN = Array.from({ length: 10 }, (_, n) => `${n}`);
const toEach = (text: string) => `62812345600${10 + Number(text)}`;

const waits = (scope: Pause['scope'], ms: number): SendOutcome => ({
  outcome: 'not_written',
  code: 'busy',
  message: 'Later.',
  pause: { scope, ms },
});

/** A dispatcher with one device. The provider gives these answers in order, and accepts all later messages. */
async function scene(answers: (SendOutcome | Promise<SendOutcome>)[] = [], db = ctx.db) {
  const nodeId = randomUUID();
  const dispatcher = startDispatcher({ ...ctx, db }, { nodeId, driver: driverOf(), pace: PACE });
  onTestFinished(() => dispatcher.stop());
  const account = await insertAccount(ctx);
  const { id, device_uuid } = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const device: LeasedDevice = { id, device_uuid, account_id: account.id, epoch: 1 };
  await giveLeases(ctx, nodeId, [id]);
  const tries: string[] = [];
  const session: EngineSession = {
    connect() {},
    prepare: async () => ({ outcome: 'refused', code: 'none', message: 'Texts only.' }),
    async send({ body }) {
      tries.push(body ?? '');
      return answers.shift() ?? { outcome: 'written', providerId: randomUUID() };
    },
    findRegistered: async () => new Map(),
    readGroups: async () => null,
    showTyping: () => {},
    markRead: () => {},
    logout: async () => true,
    close: async () => {},
  };
  const rows = () =>
    tablesOf(ctx.db).selectFrom('messages').selectAll().where('device_id', '=', id).orderBy('id').execute();

  return {
    dispatcher,
    device,
    session,
    answers,
    tries,
    rows,
    async say(texts: readonly string[], to: (text: string) => string = () => BUDI) {
      for (const body of texts) {
        const input = { device_uuid, to: to(body), type: 'text', body } as const;
        const message = { input, phone: input.to };
        await admit({ account, idempotencyKey: randomUUID(), rawBody: input, message, problem: null });
      }
    },
    /** A later status report of the provider. */
    async tell(body: string, status: 'delivered' | 'failed') {
      const row = (await rows()).find((message) => message.body === body);
      const change = { device_id: id, wa_message_id: row?.reserved_wa_id ?? null, status };
      const error = status === 'failed' ? { error_code: '131042', error_message: 'Pay.' } : NO_ERROR;
      await moveStatuses(ctx.db, [{ ...change, ...error, refund: false }], ctx.now());
    },
    reason: async () =>
      (await tablesOf(ctx.db).selectFrom('devices').select('reason').where('id', '=', id).executeTakeFirst())
        ?.reason,
    tried: (count: number) => until(() => tries.length >= count, { what: `try ${count}` }),
    /** Advances the clock, and waits until no more messages may be sent. */
    async after(ms: number) {
      ctx.clock.advance(ms);
      ctx.bus.publish('messages');
      await until(async () =>
        (await rows()).every(
          ({ due, maybe_written, not_before }) => !due || (!maybe_written && not_before > ctx.now()),
        ),
      );
    },
  };
}

const statusOf = async (device: LeasedDevice, body: string) => {
  const message = tablesOf(ctx.db).selectFrom('messages').select('status').where('device_id', '=', device.id);
  return (await message.where('body', '=', body).executeTakeFirstOrThrow()).status;
};

test('a recipient over the limit gets no message during the wait, and then all messages in order', async () => {
  const { dispatcher, device, session, tries, rows, say, after } = await scene([
    waits('recipient', 4 * SECOND),
    waits('recipient', 16 * SECOND),
  ]);
  const start = ctx.now().getTime();
  await say(['0', '1', '2', '3']);

  dispatcher.connected(device, session);
  await after(0);
  const first = (await rows()).map(({ not_before }) => not_before.getTime() - start);
  dispatcher.disconnected(device);
  dispatcher.connected(device, session);
  await say(['4']);
  await after(SECOND);
  await after(3 * SECOND);
  await say(['5']);
  for (let n = 0; n < 12; n += 1) await after(6 * SECOND);

  expect(first).toEqual([4_000, 10_000, 16_000, 22_000]);
  expect(tries).toEqual(['0', '0', '0', '1', '2', '3', '4', '5']);
});

test('a restricted number sends one message after the wait, and the others when it is delivered', async () => {
  const { dispatcher, device, session, tries, say, tell, tried, reason } = await scene();
  await restrictDevice(ctx, device.id, { reason: 'payment', until: null, at: ctx.now() });
  await say(TEN, toEach);
  dispatcher.connected(device, session, new Date(ctx.now().getTime() + 10 * MINUTE));

  ctx.clock.advance(10 * MINUTE);
  ctx.bus.publish('messages');
  await tried(1);
  // A callback reports it as failed and restricts the number again.
  await tell('0', 'failed');
  dispatcher.block(device, new Date(ctx.now().getTime() + 10 * MINUTE));
  ctx.clock.advance(10 * MINUTE);
  ctx.bus.publish('messages');
  await tried(2);
  await until(async () => (await statusOf(device, '1')) === 'sent');
  const [before, held] = [[...tries], await reason()];
  await tell('1', 'delivered');
  await tried(10);

  expect([before, held]).toEqual([['0', '1'], 'restricted:payment']);
  expect(await reason()).toBeNull();
  expect(tries.toSorted()).toEqual(TEN);
});

test('a failed probe lets the next message through; silence ends the restriction', async () => {
  const { dispatcher, device, session, tries, say, tell, tried } = await scene([REFUSED]);
  await say(TEN, toEach);
  dispatcher.connected(device, session, ctx.now());

  await tried(2);
  await until(async () => (await statusOf(device, '1')) === 'sent');
  await tell('1', 'failed');
  await tried(3);
  await until(async () => (await statusOf(device, '2')) === 'sent');
  const before = [...tries];
  ctx.clock.advance(5 * MINUTE);
  await tried(10);

  expect(before).toEqual(['0', '1', '2']);
});

test('a message that meets the restriction is not deferred, and no message overtakes it', async () => {
  const { dispatcher, device, session, tries, rows, say, tried } = await scene([
    waits('restriction', 10 * MINUTE),
  ]);
  await say(['0', '1', '2']);

  dispatcher.connected(device, session);
  await until(async () => tries.length === 1 && (await rows()).every(({ maybe_written }) => !maybe_written));
  const due = (await rows()).map(({ not_before }) => not_before <= ctx.now());
  ctx.clock.advance(MINUTE);
  dispatcher.block(device, null);
  await tried(4);

  expect(due).toEqual([true, true, true]);
  expect(tries).toEqual(['0', '0', '1', '2']);
});

test('after a reconnect, messages to a recipient wait for the call that is under way to it', async () => {
  const answer = Promise.withResolvers<SendOutcome>();
  const { dispatcher, device, session, tries, say, tried } = await scene([answer.promise]);
  const toSitiWhenTwo = (text: string) => (text === '2' ? SITI : BUDI);
  await say(['0'], toSitiWhenTwo);
  dispatcher.connected(device, session);
  await tried(1);

  dispatcher.disconnected(device);
  dispatcher.connected(device, session);
  await say(['1', '2'], toSitiWhenTwo);
  await tried(2);
  const before = [...tries];
  answer.resolve({ outcome: 'written', providerId: randomUUID() });
  await tried(3);

  expect(before).toEqual(['0', '2']);
  expect(tries).toEqual(['0', '2', '1']);
});

test('a message that is postponed after the loss of the lease keeps the mark of the next owner', async () => {
  const answer = Promise.withResolvers<SendOutcome>();
  const { dispatcher, device, session, tries, rows, say, tried } = await scene([answer.promise]);
  await say(['0', '1']);
  dispatcher.connected(device, session);
  await tried(1);
  const [nextOwner, waitEnds] = [randomUUID(), new Date(ctx.now().getTime() + 10 * MINUTE)];
  await tablesOf(ctx.db)
    .updateTable('device_leases')
    .set({ node_id: nextOwner, epoch: 2 })
    .where('device_id', '=', device.id)
    .execute();
  const id = (await rows())[1]?.id ?? 0;
  const mark = { id, reserved_wa_id: 'of the next owner', device_id: device.id, epoch: 2 };
  const marked = await markWritten(ctx.db, nextOwner, [mark], waitEnds);

  answer.resolve(waits('recipient', 4 * SECOND));
  await until(async () => (await rows())[0]?.maybe_written === false);
  await dispatcher.stop();

  expect([...marked]).toEqual([id]);
  expect(tries).toEqual(['0']);
  const marks = { maybe_written: true, reserved_wa_id: 'of the next owner', not_before: waitEnds };
  expect((await rows())[1]).toMatchObject(marks);
});

test('a message whose wait the database refuses fails with a code, and others wait as usual', async () => {
  const answers = [waits('message', 1_000 * DAY), waits('message', MINUTE)];
  const near = `check (not_before < timestamptz '${new Date(ctx.now().getTime() + DAY).toISOString()}')`;
  await ctx.pool.query(`alter table messages add constraint near_waits ${near} not valid`);
  onTestFinished(async () => void (await ctx.pool.query('alter table messages drop constraint near_waits')));
  const { dispatcher, device, session, rows, say, tried } = await scene(answers);
  await say(['bad', 'good'], (text) => (text === 'bad' ? BUDI : SITI));

  dispatcher.connected(device, session);
  await tried(2);
  await until(async () => (await rows()).every(({ due, maybe_written }) => !due || !maybe_written));

  expect((await rows()).map(({ body, status, error_code }) => [body, status, error_code])).toEqual([
    ['bad', 'failed', 'not_storable'],
    ['good', 'queued', null],
  ]);
});

test('a message whose mark took too long is not sent: another process may have judged it', async () => {
  const { dispatcher, device, session, tries, rows, say } = await scene();
  await say(['0']);
  const [message] = await rows();

  await ctx.db.transaction(async (tx) => {
    await tablesOf(tx)
      .selectFrom('messages')
      .select('id')
      .where('id', '=', message?.id ?? 0)
      .forUpdate()
      .execute();
    dispatcher.connected(device, session);
    await until(async () => {
      const { rows } = await ctx.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    ctx.clock.advance(MARK_LIFE_MS + SECOND);
  });
  await until(async () => (await rows())[0]?.maybe_written);
  await dispatcher.stop();

  expect(tries).toEqual([]);
  expect(await rows()).toMatchObject([{ status: 'queued', due: true, maybe_written: true }]);
});

test('an answer that a paused process reads too late takes no mark back', async () => {
  const answer = Promise.withResolvers<SendOutcome>();
  const { dispatcher, device, session, rows, say, tried } = await scene([answer.promise]);
  await say(['0']);
  dispatcher.connected(device, session);
  await tried(1);

  ctx.clock.advance(CALL_END_MS + SECOND);
  answer.resolve(waits('message', MINUTE));
  await dispatcher.stop();

  expect(await rows()).toMatchObject([{ status: 'queued', maybe_written: true, attempts: 0 }]);
});

test('the silence of a message starts when its call ends without an answer', async () => {
  const answer = Promise.withResolvers<SendOutcome>();
  const { dispatcher, device, session, rows, say, tried } = await scene([answer.promise]);
  await say(['0']);
  dispatcher.connected(device, session);
  await tried(1);
  await tablesOf(ctx.db)
    .updateTable('messages')
    .set({ evidence_at: ctx.now() })
    .where('device_id', '=', device.id)
    .execute();

  ctx.clock.advance(30 * SECOND);
  answer.resolve({ outcome: 'unknown', code: 'outcome_unknown', message: 'No answer.' });
  await dispatcher.stop();

  expect(await rows()).toMatchObject([{ status: 'queued', maybe_written: true, evidence_at: ctx.now() }]);
});

test('a handed message does not overtake an older one that no wake-up has announced', async () => {
  const { dispatcher, device, session, tries, say, tried } = await scene();
  dispatcher.connected(device, session);
  await say(['0']);
  await tried(1);
  await until(async () => (await statusOf(device, '0')) === 'sent');

  await insertMessage(ctx, device, { phone: BUDI, body: '1' });
  await say(['2']);
  await tried(3);

  expect(tries).toEqual(['0', '1', '2']);
});

test('a handed message that is settled before its claim holds no other message of a restricted number', async () => {
  const { dispatcher, device, session, tries, say, tried } = await scene();
  dispatcher.connected(device, session, ctx.now());
  const gone = await insertMessage(ctx, device, { phone: BUDI, body: '0', status: 'failed' });

  handOver(ctx.bus, [{ id: gone.id, device_id: device.id, phone: BUDI, type: 'text' }]);
  await say(['1']);
  await tried(1);

  expect(tries).toEqual(['1']);
});

test('a handed message whose session closed during its claim leaves before the next one', async () => {
  const held = Promise.withResolvers<void>();
  let isReturning = false;
  const { dispatcher, device, session, tries, rows, say, tried } = await scene([], {
    ...ctx.db,
    async query(statement, values) {
      if (statement.name === 'dispatch.take_handed') dispatcher.disconnected(device);
      isReturning ||= statement.name === 'dispatch.defer';
      if (statement.name === 'dispatch.defer') await held.promise;
      return ctx.db.query(statement, values);
    },
  });
  dispatcher.connected(device, session);
  const texts: string[] = [];
  const sayNext = () => say([texts[texts.push(`${texts.length}`) - 1] ?? '']);

  // A message beside another wake-up goes the way of the claim.
  while (!isReturning) {
    await sayNext();
    await until(async () => isReturning || (await statusOf(device, texts.at(-1) ?? '')) === 'sent');
  }
  dispatcher.connected(device, session);
  await sayNext();
  // Meanwhile a claim and a mark could be over.
  for (let n = 0; n < 20; n += 1) await rows();
  held.resolve();
  await tried(texts.length);

  expect(tries).toEqual(texts);
});
