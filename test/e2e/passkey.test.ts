import { afterAll, expect, test } from 'vitest';
import { killsOf } from '../crash/kills.ts';
import { installation } from '../harness/gateway.ts';
import { isLong } from '../harness/long.ts';
import { type Json, openShop, readQr } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const installed = await installation({ LOG_LEVEL: 'debug' }, afterAll);
const victim = { installed, gateway: await installed.start() };
const shop = await openShop(installed, victim.gateway);
const kills = new Map(killsOf(victim));

const STEPS = [
  ['waits for its owner', 'the sessions child', null],
  ['waits for the network after the answer', 'the sessions child', 'silent'],
  ['waits for the owner of the phone', 'the sessions child', 'asks_code'],
  ['waits for its owner', 'main', null],
] as const;

const qrOf = async (uuid: string) => shop.api('GET', `/v1/devices/${uuid}/qr`);
const pictureOf = (uuid: string): Promise<Json> =>
  until(async () => {
    const { status, body } = await qrOf(uuid);
    return status === 200 && body;
  });

/** The link of the demand, and its calls. */
async function demand(uuid: string, number: string) {
  await shop.sandbox('POST', `/phones/${number}/scan`, { qr: readQr((await pictureOf(uuid)).qr) });
  const link: string = await until(async () => (await qrOf(uuid)).body.passkey_url ?? undefined);
  const [, token = ''] = (link.split('#')[1] ?? '').split('.');
  const call = async (method: string, body?: object): Promise<{ status: number; body: Json }> => {
    const answer = await fetch(`${victim.gateway.url}/passkey/${uuid}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return { link, token, call };
}

test.each(isLong ? STEPS : STEPS.slice(1, 2))(
  'kill -9 while a ceremony %s, of %s: a new QR works, and no log has a secret',
  {
    timeout: 90_000,
  },
  async (_step, part, fault) => {
    const number = `62811000005${STEPS.findIndex((each) => each[0] === _step && each[1] === part)}0`;
    await shop.sandbox('POST', '/phones', { number });
    await shop.sandbox('POST', `/numbers/${number}/faults`, { passkey: 'required', passkey_fault: fault });
    const { device_uuid } = (await shop.api('POST', '/v1/devices', { label: 'Kasir' })).body;
    const { link, token, call } = await demand(device_uuid, number);
    const { options } = (await call('GET')).body;
    const assertion = (await shop.sandbox('POST', `/phones/${number}/passkey`, { options })).body;
    if (fault !== null) {
      expect((await call('POST', { assertion })).status).toBe(202);
      await until(async () => (await call('GET')).body.stage === 'awaiting_phone');
    }

    await kills.get(part)?.();
    await shop.sandbox('POST', `/numbers/${number}/faults`, { passkey: 'none', passkey_fault: null });
    const { qr } = await pictureOf(device_uuid);
    const late = await call('POST', { assertion });
    const scanned = await shop.sandbox('POST', `/phones/${number}/scan`, { qr: readQr(qr) });
    await until(
      async () => (await shop.api('GET', `/v1/devices/${device_uuid}`)).body.status === 'connected',
    );

    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/passkey\/#/);
    expect([late.status, scanned.status]).toEqual([404, 200]);
    const words = await installed.lastWords();
    const { challenge } = JSON.parse(options);
    for (const secret of [token, challenge, assertion.response.signature])
      expect(words).not.toContain(secret);
  },
);
