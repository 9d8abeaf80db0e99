import { expect, test } from 'vitest';
import { SECOND } from '../../src/lib/clock.ts';
import { until } from '../../test/harness/until.ts';
import { openTestSandbox } from '../test-sandbox.ts';
import { pairedClient, TestClient } from './test-client.ts';

const SHOP = '6281200000001';

/** A clock that stands still until it is told to go on. */
function stoppedClock() {
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

test('a scanned client becomes a companion of the phone: 515, then logged in under its number and lid', async () => {
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

test('a reference can be scanned for 90 s, no longer', async () => {
  const clock = stoppedClock();
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

test('the references shown later live longer, each 90 s from its turn', async () => {
  const clock = stoppedClock();
  const sandbox = await openTestSandbox({ clock });
  const client = new TestClient(sandbox);
  // The line ends after six turns; the second one is to be scanned well before.
  client.qrTimeout = 500;
  client.connect();
  const second = await until(() => client.qrs[1]);

  clock.pass(149 * SECOND);
  const scanned = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr: second });

  expect(scanned.status).toBe(200);
});

test('after the last reference the client gives up with 408, and its codes are worth nothing', async () => {
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

test('a code is good for one scan', async () => {
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
  ['nothing like a code', 'hello', 422, 'invalid_qr'],
  ['a short key', `ref,${KEY},${KEY},AAAA,1`, 422, 'invalid_qr'],
  ['a missing key', `ref,${KEY},${KEY}`, 422, 'invalid_qr'],
  ['a reference of odd characters', `<b>,${KEY},${KEY},${KEY},1`, 422, 'invalid_qr'],
  [
    'a reference nobody shows',
    `https://wa.me/settings/linked_devices#ref,${KEY},${KEY},${KEY},1`,
    404,
    'qr_unknown',
  ],
])('refuses to scan: %s', async (_name, qr, status, error) => {
  const sandbox = await openTestSandbox();

  const answer = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });

  expect(answer).toEqual({ status, body: { error, message: expect.any(String) } });
});

test('a code whose keys are not those of the connection is refused', async () => {
  const sandbox = await openTestSandbox();
  const { qr } = await showQr(sandbox);
  const forged = qr.replace(/,[^,]+,/, `,${KEY},`);

  const answer = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr: forged });

  expect([answer.status, answer.body.error]).toEqual([422, 'invalid_qr']);
});

test('a client that does not sign back is not paired', async () => {
  const sandbox = await openTestSandbox();
  const { client, qr } = await showQr(sandbox);
  client.creds.advSecretKey = Buffer.alloc(32, 1).toString('base64');

  const answer = await sandbox.post(`/sandbox/phones/${SHOP}/scan`, { qr });

  const phone = await sandbox.get(`/sandbox/phones/${SHOP}`);
  expect([answer.status, answer.body.error]).toEqual([409, 'pairing_failed']);
  expect(phone.body.companions).toEqual([]);
});

test('a number paired again gets a device id that was never used', async () => {
  const sandbox = await openTestSandbox();
  const first = await pairedClient(sandbox, SHOP);
  await sandbox.post(`/sandbox/numbers/${SHOP}/logout`);
  await first.closed();

  const second = await pairedClient(sandbox, SHOP);

  expect(second.creds.me?.id).toBe(`${SHOP}:2@s.whatsapp.net`);
});
