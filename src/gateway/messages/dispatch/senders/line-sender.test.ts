import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openAdmission } from '../../../../../test/harness/admission.ts';
import { testContext } from '../../../../../test/harness/context.ts';
import { changeMessage } from '../../../../../test/harness/message-rows.ts';
import { giveLeases, insertAccount, insertDevice, insertMessages } from '../../../../../test/harness/rows.ts';
import { tablesOf } from '../../../../../test/harness/tables.ts';
import { until } from '../../../../../test/harness/until.ts';
import type { LeasedDevice } from '../../../devices/sessions/session-listener.ts';
import type { EngineDriver, EngineSession, OutboundMessage, SendOutcome } from '../../../engines/engine.ts';
import { failUnsendable } from '../../queue/settle-store.ts';
import { claimDue } from '../claim-store.ts';
import { startDispatcher } from '../dispatcher.ts';

const ctx = await testContext({ cleanup: afterAll });
const admit = openAdmission(ctx);
const WRITTEN = { outcome: 'written' } as const;

/** An engine with one connection per device; the test answers for the network. */
function driverOf(): EngineDriver {
  let ids = 0;
  const prefix = randomUUID();
  return {
    kind: 'economy',
    newMessageId: () => `${prefix}-${ids++}`,
    open: () => {
      throw new Error('no session is opened here');
    },
  };
}

/** A session with this `send`. */
function sessionOf(send: (message: OutboundMessage) => Promise<SendOutcome>): EngineSession {
  return {
    connect() {},
    prepare: async () => ({ outcome: 'refused', code: 'none', message: 'Texts only.' }),
    send,
    findRegistered: async () => new Map(),
    readGroups: async () => null,
    showTyping: () => {},
    markRead: () => {},
    logout: async () => true,
    close: async () => {},
  };
}

/** A dispatcher with `count` leased devices of one account; `say` queues texts on one of them. */
async function scene(count = 1) {
  const nodeId = randomUUID();
  const dispatcher = startDispatcher(ctx, { nodeId, driver: driverOf() });
  onTestFinished(() => dispatcher.stop());
  const account = await insertAccount(ctx);
  const leased: LeasedDevice[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id, device_uuid } = await insertDevice(ctx, account);
    leased.push({ id, device_uuid, account_id: account.id, epoch: 1 });
  }
  const ids = leased.map(({ id }) => id);
  await giveLeases(ctx, nodeId, ids);
  const say = (device: LeasedDevice | undefined, texts: readonly string[]) =>
    Promise.all(
      texts.map(async (body) => {
        const input = {
          device_uuid: device?.device_uuid ?? '',
          to: '6281234567890',
          type: 'text',
          body,
        } as const;
        const message = { input, phone: input.to };
        const key = randomUUID();
        const admitted = await admit({
          account,
          idempotencyKey: key,
          rawBody: input,
          message,
          problem: null,
        });
        return admitted.message.public_id;
      }),
    );
  const release = () =>
    tablesOf(ctx.db).updateTable('devices').set({ released_at: ctx.now() }).where('id', 'in', ids).execute();
  const used = async () => {
    const usage = tablesOf(ctx.db)
      .selectFrom('usage_months')
      .select('messages_sent')
      .where('account_id', '=', account.id);
    return (await usage.executeTakeFirstOrThrow()).messages_sent;
  };
  const written = async () => {
    const rows = tablesOf(ctx.db)
      .selectFrom('messages')
      .select('maybe_written')
      .where('account_id', '=', account.id);
    return (await rows.orderBy('id').execute()).map(({ maybe_written }) => maybe_written);
  };
  return {
    account,
    nodeId,
    dispatcher,
    leased,
    device: leased[0] as LeasedDevice,
    say,
    release,
    used,
    written,
  };
}

const hopeless = () => failUnsendable(ctx.db, new Date(0), ctx.now());

test('the release of a device refunds no unit of a message in flight', async () => {
  const { dispatcher, device, say, release, used } = await scene();
  const sent: string[] = [];
  await say(device, ['Halo']);
  dispatcher.connected(
    device,
    sessionOf(async ({ body }) => {
      sent.push(body ?? '');
      return WRITTEN;
    }),
  );
  await until(() => sent.length === 1);

  await release();
  await hopeless();

  expect(await used()).toBe(1);
});

test('a message that was passed to a lost connection may be written, those behind it are not', async () => {
  const { dispatcher, device, say, release, used, written } = await scene();
  const { promise: answer, resolve } = Promise.withResolvers<SendOutcome>();
  let begun = 0;
  await say(device, ['satu']);
  await say(device, ['dua', 'tiga']);
  dispatcher.connected(
    device,
    sessionOf(() => {
      begun += 1;
      return answer;
    }),
  );
  await until(() => begun === 1);

  dispatcher.disconnected(device);
  await until(async () => (await written()).filter((each) => each).length === 1);
  resolve(WRITTEN);
  await release();
  await hopeless();

  expect(await written()).toEqual([true, false, false]);
  expect(await used()).toBe(1);
});

test('a refusal after an attempt that may have been written refunds no unit', async () => {
  const { account, dispatcher, device, say, used } = await scene();
  const refused = { outcome: 'refused', code: 'not_on_whatsapp', message: 'No.' } as const;
  const [first] = await say(device, ['satu', 'dua']);
  await changeMessage(ctx, account, first ?? 0, { maybe_written: true, reserved_wa_id: 'first' });

  dispatcher.connected(
    device,
    sessionOf(async () => refused),
  );

  await until(async () => (await used()) === 1);
  await dispatcher.stop();
  expect(await used()).toBe(1);
});

test('a message that was certainly not written gets its refund, after any number of attempts', async () => {
  const { dispatcher, device, say, release, used, written } = await scene();
  const lost = { outcome: 'not_written', code: 'send_failed', message: 'No.' } as const;
  await say(device, ['Halo']);
  dispatcher.connected(
    device,
    sessionOf(async () => lost),
  );
  const tried = tablesOf(ctx.db).selectFrom('messages').select('attempts').where('device_id', '=', device.id);
  await until(async () => (await tried.executeTakeFirst())?.attempts === 1);

  await release();
  await hopeless();

  expect(await written()).toEqual([false]);
  expect(await used()).toBe(0);
});

test('a device that reconnects at once sends its messages in their order', async () => {
  const { dispatcher, device, say } = await scene();
  const texts = Array.from({ length: 70 }, (_, n) => `pesan ${n}`);
  for (const text of texts) await say(device, [text]);
  const never = new Promise<SendOutcome>(() => {});
  let begun = false;
  dispatcher.connected(
    device,
    sessionOf(() => {
      begun = true;
      return never;
    }),
  );
  await until(() => begun);

  const sent: string[] = [];
  dispatcher.connected(
    device,
    sessionOf(async ({ body, waMessageId }) => {
      sent.push(body ?? '');
      queueMicrotask(() => dispatcher.ack(device, { type: 'ack', waMessageId, at: ctx.now(), error: null }));
      return WRITTEN;
    }),
  );
  await until(() => sent.length >= texts.length);

  expect(sent).toEqual(texts);
});

/** Queues `count` texts on each of these devices, device by device. */
async function queueOn(devices: readonly LeasedDevice[], count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({ body: `pesan ${n}` }));
  for (const device of devices) await insertMessages(ctx, device, rows);
}

test('a claim takes no more messages than it has ids for, the first device first', async () => {
  const { nodeId, leased } = await scene(3);
  await queueOn(leased, 2);
  const capacities = leased.map(({ id, account_id, epoch }) => ({
    device_id: id,
    account_id,
    epoch,
    capacity: 30,
    only_ready: false,
  }));

  const claimed = await claimDue(ctx.db, 'line', {
    nodeId,
    devices: capacities.toReversed(),
    preparedTypes: [],
    inFlight: [],
    freshIds: ['a', 'b', 'c'],
    now: ctx.now(),
  });

  const [, second, third] = leased.map(({ id }) => id);
  expect(claimed.map(({ reserved_wa_id }) => reserved_wa_id).sort()).toEqual(['a', 'b', 'c']);
  expect(claimed.map(({ device_id }) => device_id)).toEqual([second, third, third]);
});

test('with a backlog on many devices, all of them start before any has its second claim', async () => {
  const { dispatcher, leased } = await scene(60);
  await queueOn(leased, 40);
  const sent = new Map<number, number>();
  let startedAtSecondClaim = 0;
  const session = (device: LeasedDevice) =>
    sessionOf(async ({ waMessageId }) => {
      const count = (sent.get(device.id) ?? 0) + 1;
      sent.set(device.id, count);
      // The first device is alone in the first claim.
      if (count === 31 && device !== leased[0]) startedAtSecondClaim ||= sent.size;
      queueMicrotask(() => dispatcher.ack(device, { type: 'ack', waMessageId, at: ctx.now(), error: null }));
      return WRITTEN;
    });

  for (const device of leased) dispatcher.connected(device, session(device));
  await until(() => [...sent.values()].reduce((sum, each) => sum + each, 0) === 60 * 40);

  // The claim that serves the last devices also serves the first ones again.
  expect(startedAtSecondClaim).toBeGreaterThan(50);
  expect(new Set(sent.values())).toEqual(new Set([40]));
});

test('claimed messages behind the running send return at the suspension, and the running one is settled', async () => {
  const { dispatcher, device, say, written } = await scene();
  const sent: OutboundMessage[] = [];
  const running: ((outcome: SendOutcome) => void)[] = [];
  await say(device, ['satu', 'dua', 'tiga']);
  dispatcher.connected(
    device,
    sessionOf((message) => {
      sent.push(message);
      return new Promise((resolve) => running.push(resolve));
    }),
  );
  await until(() => sent.length === 1);

  dispatcher.halt(device, true);
  running[0]?.(WRITTEN);
  const waMessageId = sent[0]?.waMessageId ?? '';
  dispatcher.ack(device, { type: 'ack', waMessageId, at: ctx.now(), error: null });
  await until(async () => (await written()).filter(Boolean).length === 1, { what: 'the return of two' });
  const during = sent.length;
  dispatcher.halt(device, false);
  await until(() => sent.length === 2);

  expect([during, sent.map(({ body }) => body)]).toEqual([1, ['satu', 'dua']]);
});
