import { afterAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { type GatewayProcess, type Installation, installation } from '../harness/gateway.ts';
import { type Json, openShop, type Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { queryEmbedded } from './embedded.ts';
import { strikesOn } from './strikes.ts';
import { type Accepted, HEALED_MS, startTraffic } from './traffic.ts';

const NUMBER = '1055501';
const TOKEN = 'EAAG-of-a-crash';
/** So long the provider's word is waited for. */
const WORD_WAIT_MS = 600_000;
const LONG_AGO_MS = 2_000;
/** More than one device has on their way. */
const WINDOW = 128;

interface Running {
  installed: Installation;
  gateway: GatewayProcess;
  shop: Shop;
  device: string;
}

/** One gateway for all faults of this file: what it suffered before must not matter. */
const running = await start();
/** Each part by itself; all of them at once are other tests' matter. */
const strikes = strikesOn(running).slice(0, -1);
const all: Accepted[] = [];
let recipients = 0;

async function start(): Promise<Running> {
  const env = { LOG_LEVEL: 'info', KURIR_CLOUD_MESSAGES_PER_SECOND: '1000' };
  const installed = await installation(env, afterAll);
  const gateway = await installed.start();
  const shop = await openShop(installed, gateway);
  await shop.sandbox('POST', '/cloud/numbers', {
    phone_number_id: NUMBER,
    access_token: TOKEN,
    display_phone_number: '+62 811-0000-009',
    verified_name: 'Toko Tahan Banting',
    behaviour: { messages_per_second: null },
  });
  const created = await shop.api('POST', '/v1/devices', {
    engine: 'official_cloud',
    label: 'Resmi',
    official_phone_number_id: NUMBER,
    official_access_token: TOKEN,
  });
  return { installed, gateway, shop, device: created.body.device_uuid };
}

// What happens between processes cannot be seen from a failed assertion.
beforeEach(() => onTestFailed(async () => void process.stderr.write(await running.installed.lastWords())));

/** Each to somebody else: the provider takes 45 messages at once to one person. */
function someone(): string {
  recipients += 1;
  return `62812${1_000_000 + recipients}`;
}

const query = (sql: string, ...values: unknown[]) => queryEmbedded(running.installed, sql, ...values);

/** What the provider took, and keeps whoever is killed; while the sandbox restarts the gateway says so. */
const taken = () =>
  until<Json[]>(async () => {
    const path = `/cloud/numbers/${NUMBER}/messages?direction=out`;
    const { status, body } = await running.shop.sandbox('GET', path);
    return status === 200 && body.data;
  });

const messagesOf = (accepted: readonly Accepted[]) =>
  query(
    `select id::int, status, error_code, reserved_wa_id, due and maybe_written as waits, not_before
     from messages where id = any ($1) order by id`,
    accepted.map(({ id }) => id),
  );

/**
 * Resolves when every message is delivered, those excepted that a process has left to the provider's word a while ago, and that the provider
 * has never seen: they were on their way when one of the two was killed. Answers these.
 */
function settled(accepted: readonly Accepted[]): Promise<Json[]> {
  return until(
    async () => {
      const known = new Set((await taken()).map((message) => message.biz_opaque_callback_data));
      const open = (await messagesOf(accepted)).filter(({ status }) => status !== 'delivered');
      const left = ({ waits, reserved_wa_id, not_before }: Json) =>
        waits && !known.has(reserved_wa_id) && not_before.getTime() - WORD_WAIT_MS < Date.now() - LONG_AGO_MS;
      return open.every(left) && open;
    },
    { timeoutMs: HEALED_MS, what: 'the end of every message' },
  );
}

/** Each text, and each reference of ours, is at the provider once at most. */
async function expectNoneDoubled(): Promise<void> {
  const messages = await taken();
  const requests = await running.shop.sandbox('GET', '/cloud/requests?call=messages');
  const lists = [
    messages.map(({ text }) => text),
    messages.map((message) => message.biz_opaque_callback_data),
    requests.body.data
      .filter(({ message_id }: Json) => message_id !== null)
      .map((request: Json) => request.biz_opaque_callback_data),
  ];
  for (const list of lists) expect(list).toHaveLength(new Set(list).size);
}

test.each(strikes)(
  'kill -9 of %s in mid-traffic sends nothing twice and leaves nothing unsaid',
  { timeout: 5 * HEALED_MS },
  async (name, strike) => {
    const { shop, device } = running;
    const traffic = startTraffic(shop, device, someone, name);
    await traffic.accepted(40);

    await strike();
    await traffic.accepted(100);
    const accepted = await traffic.stop();
    all.push(...accepted);

    const left = await settled(accepted);
    expect(left.length).toBeLessThanOrEqual(WINDOW);
    await expectNoneDoubled();
  },
);

test('what customers write while main is killed is stored once, answered or not', {
  timeout: HEALED_MS,
}, async () => {
  const { shop } = running;
  const settings = (change: object) => shop.sandbox('POST', '/cloud/webhooks/settings', change);
  const attempts = async (): Promise<Json[]> =>
    (await shop.sandbox('GET', '/cloud/webhooks')).body.data.filter(({ body }: Json) =>
      body.includes('tulis'),
    );
  await settings({ paused: true, max_updates: 1 });
  const people = Array.from({ length: 300 }, someone);
  await Promise.all(
    people.map((from) =>
      shop.sandbox('POST', `/cloud/numbers/${NUMBER}/messages`, { from, text: `tulis ${from}` }),
    ),
  );

  await settings({ paused: false });
  await until(async () => (await attempts()).length > 20);
  await strikes.find(([name]) => name === 'main')?.[1]();
  await until(async () => (await shop.sandbox('GET', '/cloud')).body.webhooks.open_updates === 0);

  const stored = await query("select phone, body from messages where direction = 'in' order by phone");
  const told = await query(
    "select body::json ->> 'body' as body from events where type = 'message.received' order by 1",
  );
  expect(stored).toEqual(people.map((phone) => ({ phone, body: `tulis ${phone}` })));
  expect(told).toEqual(people.map((phone) => ({ body: `tulis ${phone}` })));
  expect(new Set((await attempts()).map(({ status }) => status === 200))).toEqual(new Set([true, false]));
});

// After every process that has marked one of them was killed: no answer can come any more.
test('what never got to the provider is failed when its time is over, and still not sent', {
  timeout: 2 * HEALED_MS,
}, async () => {
  const left = await settled(all);

  await query(
    'update messages set not_before = now() where id = any ($1)',
    left.map(({ id }) => id),
  );
  await until(async () => (await messagesOf(all)).every(({ status }) => status !== 'queued'));

  const failed = (await messagesOf(all)).filter(({ status }) => status !== 'delivered');
  expect(failed.map(({ id, error_code }) => [id, error_code])).toEqual(
    left.map(({ id }) => [id, 'outcome_unknown']),
  );
  expect(await taken()).toHaveLength(all.length - left.length);
  await expectNoneDoubled();
});
