import { randomUUID } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { insertAccount, insertDevice } from '../../../test/harness/rows.ts';
import { until } from '../../../test/harness/until.ts';
import type { HeldDevice } from '../../devices/sessions/session-listener.ts';
import type { EngineDriver, EngineSession, Pause, SendOutcome } from '../../engines/engine.ts';
import { SECOND } from '../../lib/clock.ts';
import { createAdmission } from '../admission/admission.ts';
import { startDispatcher } from './dispatch.ts';

const BUDI = '6281234567890';
const PACE = { perSecond: 80, recipient: { burst: 45, intervalMs: 6 * SECOND } };
const ctx = await testContext({ cleanup: afterAll });
const admit = createAdmission(ctx);

/** An engine by calls whose provider is the test. */
function driverOf(): EngineDriver {
  return {
    kind: 'official_cloud',
    sends: new Set(['text']),
    prepares: new Set(),
    pairsByQr: false,
    transport: 'calls',
    newMessageId: randomUUID,
    open: () => {
      throw new Error('nobody opens a session here');
    },
  };
}

const waits = (scope: Pause['scope'], ms: number): SendOutcome => ({
  outcome: 'not_written',
  code: 'busy',
  message: 'Later.',
  pause: { scope, ms },
});

/** A dispatcher with one device, whose provider answers as `answers` say, one after the other, and takes everything after that. */
async function scene(answers: SendOutcome[] = []) {
  const nodeId = randomUUID();
  const dispatcher = startDispatcher(ctx, { nodeId, driver: driverOf(), pace: PACE });
  onTestFinished(() => dispatcher.stop());
  const account = await insertAccount(ctx);
  const { id, device_uuid } = await insertDevice(ctx, account, { engine: 'official_cloud' });
  const device: HeldDevice = { id, device_uuid, account_id: account.id, epoch: 1 };
  const lease = { node_id: nodeId, epoch: 1 };
  await ctx.db.updateTable('device_leases').set(lease).where('device_id', '=', id).execute();
  const tries: string[] = [];
  const session: EngineSession = {
    connect() {},
    prepare: async () => ({ outcome: 'refused', code: 'none', message: 'Texts only.' }),
    async send({ body }) {
      tries.push(body ?? '');
      return answers.shift() ?? { outcome: 'written', providerId: randomUUID() };
    },
    logout: async () => true,
    close: async () => {},
  };
  const rows = () =>
    ctx.db.selectFrom('messages').selectAll().where('device_id', '=', id).orderBy('id').execute();

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
    /** Lets time pass, and waits until nothing more may go out. */
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

test('a person who gets too much gets nothing until the wait is over, and then everything in order', async () => {
  const { dispatcher, device, session, tries, rows, say, after } = await scene([
    waits('recipient', 4 * SECOND),
    waits('recipient', 16 * SECOND),
  ]);
  const start = ctx.now().getTime();
  await say(['0', '1', '2', '3']);

  dispatcher.ready(device, session);
  await after(0);
  const first = (await rows()).map(({ not_before }) => not_before.getTime() - start);
  dispatcher.gone(device);
  dispatcher.ready(device, session);
  await say(['4']);
  await after(SECOND);
  await after(3 * SECOND);
  await say(['5']);
  for (let n = 0; n < 12; n += 1) await after(6 * SECOND);

  expect(first).toEqual([4_000, 10_000, 16_000, 22_000]);
  expect(tries).toEqual(['0', '0', '0', '1', '2', '3', '4', '5']);
});
