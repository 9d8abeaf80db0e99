import { once } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { SECOND } from '../../src/platform/lib/clock.ts';
import { until } from '../../test/harness/until.ts';
import { openTestSandbox } from '../test-sandbox.ts';
import { pairedClient, TestClient } from './test-client.ts';

const SHOP = '6281200000001';

/** A clock that moves only by `pass`. */
function manualClock() {
  let now = Date.now();
  return {
    now: () => new Date(now),
    pass(ms: number) {
      now += ms;
    },
  };
}

async function showQr(sandbox: Awaited<ReturnType<typeof openTestSandbox>>) {
  const client = new TestClient(sandbox);
  client.connect();
  return { client, qr: await until(() => client.qrs[0]) };
}

test('a scanned client restarts with 515 and logs in with the number and lid of the phone', async () => {
  const sandbox = await openTestSandbox();
  const { client, qr } = await showQr(sandbox);

  const scanned = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });
  await until(() => client.isOpen);

  const phone = await sandbox.get(`/sandbox/phones/${SHOP}`);
  expect(scanned).toEqual({ status: 200, body: { number: SHOP, device_id: 1 } });
  expect(client.closeCodes).toEqual([515]);
  expect(client.creds.me).toMatchObject({
    id: `${SHOP}:1@s.whatsapp.net`,
    lid: `${phone.body.lid}:1@lid`,
  });
  expect(phone.body).toMatchObject({ line: 'up', companions: [{ device_id: 1, connected: true }] });
});

test('after 515 the client closes the connection, and the server waits for it', async () => {
  const sandbox = await openTestSandbox();
  const { client, qr } = await showQr(sandbox);
  const ws = client.sock?.ws;
  if (!ws) throw new Error('The client has no socket.');
  const close = ws.close.bind(ws);
  let state = 'unknown';
  ws.close = async () => {
    const socket: WebSocket = Reflect.get(ws, 'socket');
    socket.ping();
    state = await Promise.race(['pong', 'close'].map((event) => once(socket, event).then(() => event)));
    await close();
  };

  const scanned = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });

  expect([scanned.status, state]).toEqual([200, 'pong']);
});

test('a reference is valid for 90 s', async () => {
  const clock = manualClock();
  const sandbox = await openTestSandbox({ clock });
  const late = await showQr(sandbox);
  clock.pass(10 * SECOND);
  const inTime = await showQr(sandbox);

  clock.pass(80 * SECOND);
  const expired = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr: late.qr });
  clock.pass(10 * SECOND - 1);
  const accepted = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr: inTime.qr });

  expect([expired.status, expired.body.error]).toEqual([410, 'qr_expired']);
  expect(accepted.status).toBe(200);
});

test('each reference is valid for 90 s from when it is shown', async () => {
  const clock = manualClock();
  const sandbox = await openTestSandbox({ clock });
  const client = new TestClient(sandbox);
  // The client closes after six references, so each one is shown long enough to scan the second.
  client.qrTimeout = 500;
  client.connect();
  const second = await until(() => client.qrs[1]);

  clock.pass(149 * SECOND);
  const scanned = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr: second });

  expect(scanned.status).toBe(200);
});

test('after the last reference the client closes with 408, and its codes expire', async () => {
  const sandbox = await openTestSandbox();
  const client = new TestClient(sandbox);
  client.qrTimeout = 10;
  client.connect();

  const code = await client.closed();
  await until(async () => {
    const answer = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr: client.qrs[0] });
    return answer.body.error === 'qr_expired';
  });

  expect(code).toBe(408);
  expect(client.qrs).toHaveLength(6);
});

test('a QR code is valid for one scan', async () => {
  const sandbox = await openTestSandbox();
  const { qr } = await showQr(sandbox);

  const answers = await Promise.all([
    sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr }),
    sandbox.post('/sandbox/phones/6281200000002/scan', { qr }),
  ]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});

const KEY = Buffer.alloc(32, 7).toString('base64');

test.each([
  ['a text that is no code', 'hello', 422, 'invalid_qr'],
  ['a short key', `ref,${KEY},${KEY},AAAA,1`, 422, 'invalid_qr'],
  ['a missing key', `ref,${KEY},${KEY}`, 422, 'invalid_qr'],
  ['a reference with invalid characters', `<b>,${KEY},${KEY},${KEY},1`, 422, 'invalid_qr'],
  [
    'an unknown reference',
    `https://wa.me/settings/linked_devices#ref,${KEY},${KEY},${KEY},1`,
    404,
    'qr_unknown',
  ],
])('refuses to scan: %s', async (_name, qr, status, error) => {
  const sandbox = await openTestSandbox();

  const answer = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });

  expect(answer).toEqual({ status, body: { error, message: expect.any(String) } });
});

test('a code with keys of another connection is refused', async () => {
  const sandbox = await openTestSandbox();
  const { qr } = await showQr(sandbox);
  const forged = qr.replace(/,[^,]+,/, `,${KEY},`);

  const answer = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr: forged });

  expect([answer.status, answer.body.error]).toEqual([422, 'invalid_qr']);
});

test('a client that does not sign its identity is not paired', async () => {
  const sandbox = await openTestSandbox();
  const { client, qr } = await showQr(sandbox);
  client.creds.advSecretKey = Buffer.alloc(32, 1).toString('base64');

  const answer = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });

  const phone = await sandbox.get(`/sandbox/phones/${SHOP}`);
  expect([answer.status, answer.body.error]).toEqual([409, 'pairing_failed']);
  expect(phone.body.companions).toEqual([]);
});

test('a number paired again gets a new device id', async () => {
  const sandbox = await openTestSandbox();
  const first = await pairedClient(sandbox, SHOP);
  await sandbox.post(`/sandbox/numbers/${SHOP}/logout`);
  await first.closed();

  const second = await pairedClient(sandbox, SHOP);

  expect(second.creds.me?.id).toBe(`${SHOP}:2@s.whatsapp.net`);
});

async function showCode(sandbox: Awaited<ReturnType<typeof openTestSandbox>>) {
  const { client } = await showQr(sandbox);
  const code = (await client.sock?.requestPairingCode(SHOP)) ?? '';
  await until(() => client.acceptedCodes > 0);
  const type = (typed: string, number = SHOP) =>
    sandbox.post(`/sandbox/phones/${number}/code`, { code: typed });
  return { client, code, type };
}

test('a client pairs by the code that its phone types, with or without the dash, after a wrong one', async () => {
  const sandbox = await openTestSandbox();
  const { client, code, type } = await showCode(sandbox);

  const other = await type(code, '6281200000002');
  const wrong = await type(code === '11111111' ? '22222222' : '11111111');
  const right = await type(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`);
  await until(() => client.isOpen);
  const again = await type(code);

  expect([other.body.error, wrong.body.error, again.body.error]).toEqual([
    'code_unknown',
    'code_wrong',
    'code_unknown',
  ]);
  expect(right).toEqual({ status: 200, body: { number: SHOP, device_id: 1 } });
  expect(client.creds.me?.id).toBe(`${SHOP}:1@s.whatsapp.net`);
});

test('a code ends after three minutes, with its connection, and with a second code for the number', async () => {
  const clock = manualClock();
  const sandbox = await openTestSandbox({ clock });
  const first = await showCode(sandbox);
  const second = await showCode(sandbox);

  const replaced = await second.type(first.code);
  clock.pass(180 * SECOND);
  const late = await second.type(second.code);
  const third = await showCode(sandbox);
  await third.client.close();
  const closed = await until(async () => {
    const { status, body } = await third.type(third.code);
    return body.error === 'code_expired' && status;
  });

  expect([replaced.body.error, late.body.error, closed]).toEqual(['code_wrong', 'code_expired', 410]);
});
