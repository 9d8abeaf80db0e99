import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { APP_SECRET } from '../../sandbox/graph/test-cloud.ts';
import { officialCallbacks } from '../../src/gateway/engines/official-cloud/callbacks/reader.ts';
import type { CallbackWatch } from '../../src/gateway/messages/official/callback-watch.ts';
import { officialWebhookRoutes } from '../../src/gateway/messages/official/routes.ts';
import { noteListening, settleSilent } from '../../src/gateway/messages/queue/evidence.ts';
import { failUnresolved } from '../../src/gateway/messages/queue/settle-store.ts';
import { createHttp } from '../../src/platform/lib/http/http.ts';
import { changeMessage, messageRow } from '../harness/message-rows.ts';
import { openOfficialLine } from '../harness/official-line.ts';
import type { Json } from '../harness/shop.ts';
import { tablesOf } from '../harness/tables.ts';
import { until } from '../harness/until.ts';
import type { CrashPoint } from './official-process.ts';

const PROCESS = fileURLToPath(new URL('./official-process.ts', import.meta.url));
const SECRET_KEY = 'cd'.repeat(32);
const MINUTE = 60_000;

const line = await openOfficialLine({ secretKey: SECRET_KEY, onEnd: afterAll });
const watch = await takeCallbacks();
let holder = line.node;

/** Callbacks of the provider go to the real route. */
async function takeCallbacks(): Promise<CallbackWatch> {
  const http = createHttp({ log: line.ctx.log, bodyLimit: 256 * 1024 });
  const app = { network: 'sandbox' as const, appSecret: APP_SECRET, verifyToken: null };
  const watch = officialWebhookRoutes(http, line.ctx, {
    reader: officialCallbacks,
    apps: async () => [app],
    hooks: [],
  });
  afterAll(() => http.close());
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  await line.cloud.post('/sandbox/cloud', { callback_url: `${url}/providers/cloud/webhook` });
  return watch;
}

const callbacks = (paused: boolean) => line.cloud.post('/sandbox/cloud/webhooks/settings', { paused });
const noneOpen = () =>
  until(async () => (await line.cloud.get('/sandbox/cloud')).body.webhooks.open_updates === 0);

/** All requests with the reference of this message. */
async function requestsOf(id: number): Promise<Json[]> {
  const { reserved_wa_id } = await messageRow(line.ctx, line.account, id);
  const { body } = await line.cloud.get('/sandbox/cloud/requests?call=messages');
  return body.data.filter((request: Json) => request.biz_opaque_callback_data === reserved_wa_id);
}

/** Fails the messages that are unresolved after this number of minutes, and returns how many. */
const endUnknown = (minutes: number) =>
  failUnresolved(line.ctx.db, ['official_cloud'], new Date(Date.now() + minutes * MINUTE));

/** Two minutes of listening pass, and the periodic job runs. */
async function listenAndSettle(): Promise<{ resent: number; failed: number }> {
  const start = Date.now();
  for (let ms = 10_000; ms <= 2 * MINUTE; ms += 10_000) {
    await noteListening(line.ctx.db, false, new Date(start + ms));
  }
  return settleSilent(line.ctx, new Date(start + 2 * MINUTE));
}

/** Another process leases the device until it is killed during this message. Returns the message. */
async function sendAndKill(point: CrashPoint): Promise<number> {
  await holder.stop();
  const { databaseUrl } = line.ctx;
  const args = [PROCESS, point, databaseUrl, SECRET_KEY, line.cloud.current.graphUrl];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const id = await line.send(`mati: ${point}`);
  if (point === 'never') {
    await until(async () => (await requestsOf(id)).some(({ message_id }) => message_id !== null));
    child.kill('SIGKILL');
  }
  const [, signal] = await ended;
  expect(signal).toBe('SIGKILL');
  return id;
}

/** The leases of the dead process end, and another process takes its devices. */
async function takeOver(): Promise<void> {
  for (const table of ['device_leases', 'session_nodes'] as const) {
    await tablesOf(line.ctx.db)
      .updateTable(table)
      .set({ expires_at: new Date(0) })
      .execute();
  }
  holder = line.startNode();
}

test.each<[string, CrashPoint, number, object | null]>([
  ['after the mark, before the request', 'marked', 0, null],
  ['after the request, before the answer', 'never', 1, { delay_ms: MINUTE }],
  ['after the answer, before it is stored', 'answered', 1, null],
])('a message of a process killed %s is not sent again', async (_name, point, requests, fault) => {
  await callbacks(true);
  if (fault) await line.cloud.post('/sandbox/cloud/faults', fault);

  const id = await sendAndKill(point);
  await takeOver();
  const next = await line.send('Berikutnya');
  await line.settled(next, 'sent');
  const unresolved = await line.message(id);
  await callbacks(false);
  if (requests > 0) await line.settled(id, 'delivered');
  await noneOpen();
  const early = await endUnknown(9);
  const late = await endUnknown(11);

  const hasArrived = requests === 1;
  expect(unresolved.status).toBe('queued');
  expect([early, late]).toEqual([0, hasArrived ? 0 : 1]);
  expect(await line.message(id)).toMatchObject(
    hasArrived
      ? { status: 'delivered', error_code: null, wa_message_id: expect.stringMatching(/^wamid\./) }
      : { status: 'failed', error_code: 'outcome_unknown', wa_message_id: null },
  );
  expect(await requestsOf(id)).toHaveLength(requests);
});

test('a message without an answer is settled by its callbacks, in any order', async () => {
  await callbacks(true);
  await line.cloud.post('/sandbox/cloud/faults', { accept_then_drop: true });
  await line.cloud.post('/sandbox/cloud/faults', {
    call: 'statuses',
    statuses: ['sent'],
    webhook: 'reorder',
  });

  const id = await line.send('Sekali saja');
  await line.settled(await line.send('Berikutnya'), 'sent');
  const unresolved = await line.message(id);
  await callbacks(false);
  await line.settled(id, 'delivered');
  await noneOpen();

  expect(unresolved.status).toBe('queued');
  expect(await endUnknown(11)).toBe(0);
  expect((await line.message(id)).status).toBe('delivered');
  expect(await requestsOf(id)).toMatchObject([{ outcome: 'dropped' }]);
});

test('with `resend`, a message of a process killed before its call is sent again by the next one', async () => {
  const { account, ctx } = line;
  await tablesOf(ctx.db)
    .updateTable('accounts')
    .set({ unresolved: 'resend' })
    .where('id', '=', account.id)
    .execute();
  const id = await sendAndKill('marked');
  await takeOver();
  const next = await line.send('Bukti');
  await line.settled(next, 'delivered');
  await watch.beat();

  const settled = await listenAndSettle();
  // The job ran two minutes ahead of the senders.
  await changeMessage(ctx, account, id, { not_before: new Date() });
  await line.settled(id, 'delivered');

  expect(settled).toEqual({ resent: 1, failed: 0 });
  expect(await requestsOf(id)).toHaveLength(1);
});
