import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { APP_SECRET, BUDI, openTestCloud, PHONE_ID, TOKEN } from '../../../../sandbox/graph/test-cloud.ts';
import { look, openScene } from '../../../../test/harness/broadcast-scene.ts';
import { testContext } from '../../../../test/harness/context.ts';
import { CUSTOMER, OWNER, openLine } from '../../../../test/harness/line.ts';
import { insertAccount, insertDevice } from '../../../../test/harness/rows.ts';
import { openService } from '../../../../test/harness/service.ts';
import { tablesOf } from '../../../../test/harness/tables.ts';
import { until } from '../../../../test/harness/until.ts';
import type { Context } from '../../../context.ts';
import type { Account } from '../../../platform/accounts/account.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { ensureMonths } from '../../../platform/usage/store.ts';
import { createInbound } from '../../messages/inbound/inbound.ts';
import { pauseBroadcast, resumeBroadcast } from '../broadcast.ts';
import { claimRecipients } from '../runner/claim.ts';
import { addOptOut, listOptOuts, optOutHook, setKeywords } from './opt-out.ts';
import { viewOptOut } from './view.ts';

const cloud = await openTestCloud({ onEnd: afterAll });
const ctx = await testContext({
  env: { KURIR_GRAPH_URL: cloud.current.graphUrl, KURIR_CLOUD_APP_SECRET: APP_SECRET },
  cleanup: afterAll,
});
const service = await openService(ctx);

/** An account with the number of the provider, whose callbacks reach the service. */
async function insertOfficialShop() {
  const shop = await service.customer();
  await shop.api('POST', '/v1/devices', {
    engine: 'official_cloud',
    label: 'Resmi',
    official_phone_number_id: PHONE_ID,
    official_access_token: TOKEN,
  });
  cloud.answerWith(async ({ headers, body }, response) => {
    const { 'content-type': type, 'x-hub-signature-256': signature } = headers;
    const answer = await service.http.inject({
      method: 'POST',
      url: '/providers/cloud/webhook',
      headers: { 'content-type': type, 'x-hub-signature-256': signature },
      payload: body,
    });
    response.writeHead(answer.statusCode).end();
  });
  return shop;
}

/** One device has the number. */
const officialShop = insertOfficialShop();

/** The opt-outs of the account: phones and keywords. */
async function optedOut({ db }: Context, account: Account): Promise<[string, string | null][]> {
  const rows = await tablesOf(db)
    .selectFrom('opt_outs')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('phone')
    .execute();
  return rows.map(({ phone, word }) => [phone, word]);
}

async function inboundOf({ db }: Context, count: number): Promise<(string | null)[]> {
  const stored = () =>
    tablesOf(db).selectFrom('messages').select('body').where('direction', '=', 'in').execute();
  await until(async () => (await stored()).length === count, { what: `${count} messages` });
  return (await stored()).map(({ body }) => body);
}

test('economy: the message STOP opts out, and MULAI ends the opt-out', async () => {
  const line = await openLine();
  await line.pair();
  const write = (text: string) =>
    line.sandbox.post(`/sandbox/phones/${CUSTOMER}/messages`, { to: OWNER, text });

  await write('Halo');
  await inboundOf(line.ctx, 1);
  const before = await optedOut(line.ctx, line.account);
  await write('Stop.');
  const texts = await inboundOf(line.ctx, 2);
  const after = await optedOut(line.ctx, line.account);
  await write('mulai');
  await inboundOf(line.ctx, 3);

  expect([before, after]).toEqual([[], [[CUSTOMER, 'STOP']]]);
  expect(texts).toEqual(['Halo', 'Stop.']);
  expect(await optedOut(line.ctx, line.account)).toEqual([]);
});

test('official: the message BERHENTI opts out', async () => {
  const shop = await officialShop;

  await cloud.write({ text: 'berhenti' });
  await inboundOf(ctx, 1);

  expect(await optedOut(ctx, shop.account)).toEqual([[BUDI, 'BERHENTI']]);
});

/** Why each number of the account is on the list. */
async function reasonsOf(account: Account): Promise<[string, string][]> {
  const { optOuts } = await listOptOuts(ctx, account, { page: 1, per_page: 50 });
  return optOuts.map((row) => [row.phone, viewOptOut(row).reason]);
}

test('a customer who stops advertising in the app is on the list until the customer resumes', async () => {
  const { account } = await officialShop;
  const tell = (field: string, value: object) =>
    cloud.post(`/sandbox/cloud/numbers/${PHONE_ID}/events`, {
      field,
      value: { messaging_product: 'whatsapp', metadata: { phone_number_id: PHONE_ID }, ...value },
    });
  const prefer = (value: string, ...people: string[]) =>
    tell('user_preferences', {
      user_preferences: people.map((wa_id) => ({ wa_id, category: 'marketing_messages', value })),
    });
  const refusal = {
    id: 'wamid.R',
    status: 'failed',
    recipient_id: '628222222222',
    errors: [{ code: 131050 }],
  };
  await addOptOut(ctx, account, { phone: '628333333333' });

  await prefer('stop', '628111111111', '628333333333');
  await tell('messages', { statuses: [refusal] });
  await until(async () => (await reasonsOf(account)).some(([, reason]) => reason === 'refusal'));
  const stopped = Object.fromEntries(await reasonsOf(account));
  await prefer('resume', '628111111111', '628222222222', '628333333333');
  await until(
    async () =>
      (await reasonsOf(account)).every(([, reason]) => reason === 'account' || reason === 'keyword'),
    {
      what: 'the end of the opt-outs',
    },
  );

  expect(stopped).toMatchObject({
    628111111111: 'preference',
    628222222222: 'refusal',
    628333333333: 'account',
  });
  expect(await reasonsOf(account)).toContainEqual(['628333333333', 'account']);
  expect((await reasonsOf(account)).filter(([, reason]) => reason === 'account')).toHaveLength(1);
});

test.each([
  'Stop promotions',
  'Berhenti menerima promosi',
  'Detener promociones',
  'Interromper promoções',
  'interromper promocoes',
  'Cancelar suscripcion',
  'SAIR',
])('the tap or text "%s" opts out by the words of a new account', async (text) => {
  const { account, message, receive } = await shop();

  await receive([message('628111111111', text)]);

  expect(await reasonsOf(account)).toEqual([['628111111111', 'keyword']]);
});

/** Messages to this device, stored in one batch. */
function inbox(device: { id: number; account_id: number; device_uuid: string }) {
  const { storeReceived: store } = createInbound(ctx, [optOutHook(ctx)]);
  let count = 0;
  const message = (from: string, body: string | null, type: 'text' | 'image' = 'text') => {
    count += 1;
    return {
      device: { ...device, epoch: 1 },
      message: { waMessageId: `3EB0${device.id}N${count}`, from, type, body, at: ctx.now() },
    };
  };
  const receive = (received: ReturnType<typeof message>[]) => ctx.db.transaction((tx) => store(tx, received));
  return { message, receive };
}

async function shop() {
  const account = await insertAccount(ctx);
  return { account, ...inbox(await insertDevice(ctx, account)) };
}

test('the last keyword of each customer in a batch counts', async () => {
  const [one, other] = [await shop(), await shop()];

  await one.receive([
    one.message('628111111111', 'STOP'),
    one.message('628222222222', 'STOP'),
    other.message('628111111111', 'start'),
    one.message('628222222222', 'START'),
    other.message('628333333333', 'Berhenti!'),
    one.message('628444444444', 'stop it'),
    one.message('628555555555', 'STOP', 'image'),
    one.message('628666666666', null, 'image'),
    one.message('9'.repeat(513), 'STOP'),
  ]);

  expect(await optedOut(ctx, one.account)).toEqual([['628111111111', 'STOP']]);
  expect(await optedOut(ctx, other.account)).toEqual([['628333333333', 'BERHENTI']]);
});

test('a number is on the list once, with any spelling', async () => {
  const { account, message, receive } = await shop();

  await receive([message('5511987654321', 'STOP'), message('525512345678', 'STOP')]);
  await receive([message('551187654321', 'stop'), message('5215512345678', 'START')]);
  await receive([message('5491158749895', 'STOP'), message('541158749895', 'START')]);

  expect(await optedOut(ctx, account)).toEqual([['5511987654321', 'STOP']]);
});

test.each([
  ['a contact without the ninth digit', '5511987654321', '551187654321'],
  ['a contact with the ninth digit', '551187654321', '5511987654321'],
])('STOP from another spelling of the number counts for %s', async (_name, wrote, contact) => {
  const scene = await openScene(ctx, { contacts: 3 });
  const { message, receive } = inbox(scene.device);
  await ctx.pool.query('update contacts set phone = $2 where account_id = $1 and place = 1', [
    scene.account.id,
    contact,
  ]);
  const first = await scene.create();
  await look(ctx);

  await receive([message(wrote, 'STOP')]);
  await scene.carry();
  const second = await scene.create();
  await look(ctx);
  await scene.carry();

  for (const id of [first, second]) {
    const codes = (await scene.messages(id)).map(({ status, error_code }) => error_code ?? status);
    expect(codes).toEqual(['sent', 'opted_out', 'sent']);
  }
});

test('a redelivered message does not opt out again', async () => {
  const { account, message, receive } = await shop();
  const stop = message('628111111111', 'STOP');
  await receive([stop]);
  await receive([message('628111111111', 'MULAI')]);

  await receive([stop, stop]);

  expect(await optedOut(ctx, account)).toEqual([]);
});

test('new keywords replace the old ones from the next message on', async () => {
  const { account, message, receive } = await shop();

  await setKeywords(ctx, account, { opt_out_words: ['TIDAK MAU'] });
  await receive([message('628111111111', 'STOP'), message('628222222222', '*tidak  mau*')]);

  expect(await optedOut(ctx, account)).toEqual([['628222222222', 'TIDAK MAU']]);
});

test('a message that is not stored makes no opt-out', async () => {
  const { account, message, receive } = await shop();
  const broken = message('628111111111', 'STOP');
  // The id is too long for an index entry.

  const refused = receive([
    broken,
    { ...broken, message: { ...broken.message, waMessageId: randomBytes(5_000).toString('hex') } },
  ]);

  await expect(refused).rejects.toThrow();
  expect(await optedOut(ctx, account)).toEqual([]);
});

test('an opt-out ends ready and suspended messages; a message in flight is still sent', async () => {
  const scene = await openScene(ctx, { contacts: 5 });
  const phone = (n: number) => String(628_110_000_000 + n);
  const id = await scene.create();
  await look(ctx);
  await scene.take(1);
  const { message, receive } = inbox(scene.device);

  await receive([message(phone(0), 'STOP'), message(phone(1), 'STOP')]);
  await addOptOut(ctx, scene.account, { phone: phone(2) });
  await pauseBroadcast(ctx, scene.account, id);
  await receive([message(phone(3), 'STOP'), message(phone(1), 'stop')]);
  await resumeBroadcast(ctx, scene.account, id);
  await look(ctx);
  await scene.carry();

  const messages = await scene.messages(id);
  expect(messages.map(({ status, error_code }) => error_code ?? status)).toEqual([
    ...['queued', 'opted_out', 'opted_out', 'opted_out', 'sent'],
  ]);
  expect(scene.sent.map(({ phone }) => phone)).toEqual([phone(0), phone(4)]);
  expect(await scene.counts(id)).toMatchObject({ pending: 1, sent: 1, failed: 3 });
  expect(await scene.unitsUsed()).toBe(2);
});

/** A broadcast of two recipients. The first one writes STOP while the message is in flight. */
async function inFlightScene() {
  const scene = await openScene(ctx, { contacts: 2, plan: { monthly_quota: 10 } });
  const id = await scene.create();
  await look(ctx);
  const [inFlight] = await scene.take(1);
  if (!inFlight) throw new Error('both are due');
  const { message, receive } = inbox(scene.device);
  const write = (keyword: string) => receive([message(inFlight.phone, keyword)]);
  await write('STOP');
  const ends = async () => (await scene.messages(id)).map(({ status, error_code }) => error_code ?? status);
  return { scene, id, inFlight, write, ends };
}

test('a message in flight that the engine requeues does not leave after the STOP', async () => {
  const { scene, id, inFlight, ends } = await inFlightScene();

  await scene.giveBack(inFlight);
  await look(ctx);
  await scene.carry();
  await look(ctx);

  expect(await ends()).toEqual(['opted_out', 'sent']);
  expect(scene.sent.map(({ phone }) => phone)).toEqual(['628110000001']);
  expect(await scene.unitsUsed()).toBe(1);
  expect(await scene.counts(id)).toMatchObject({ status: 'completed', sent: 1, failed: 1 });
});

test('a message in flight that the engine requeues during a pause does not leave after the STOP', async () => {
  const { scene, id, inFlight, ends } = await inFlightScene();
  await pauseBroadcast(ctx, scene.account, id);
  await scene.giveBack(inFlight);

  await resumeBroadcast(ctx, scene.account, id);
  await look(ctx);
  await scene.carry();

  expect(await ends()).toEqual(['opted_out', 'sent']);
});

test('a message in flight at the STOP that the engine has written counts as sent', async () => {
  const { scene, inFlight, ends } = await inFlightScene();
  await look(ctx);

  await scene.report(inFlight, 'delivered');
  await scene.carry();

  expect(await ends()).toEqual(['delivered', 'sent']);
});

test('a message in flight at the STOP without a status is not sent again', async () => {
  const { scene, id, ends } = await inFlightScene();
  await scene.lineDown(() => true);
  ctx.clock.advance(MINUTE - 1);
  await look(ctx);
  await scene.carry();
  const before = await ends();

  ctx.clock.advance(SECOND);
  await look(ctx);
  await look(ctx);

  expect(before).toEqual(['queued', 'sent']);
  expect(await ends()).toEqual(['outcome_unknown', 'sent']);
  expect(scene.sent).toHaveLength(2);
  expect(await scene.unitsUsed()).toBe(2);
  expect(await scene.read(id)).toMatchObject({ status: 'completed' });
});

test('a customer who opts in again in time gets the suspended message', async () => {
  const { scene, inFlight, write, ends } = await inFlightScene();
  await scene.giveBack(inFlight);

  await write('START');
  await look(ctx);
  await scene.carry();

  expect(await ends()).toEqual(['sent', 'sent']);
});

/** A broadcast that claims its only recipient while the recipient writes STOP. */
async function raceScene() {
  const scene = await openScene(ctx, { contacts: 1 });
  const id = await scene.create();
  await ctx.pool.query(`update broadcasts set status = 'running' where id = $1`, [id]);
  const { message, receive } = inbox(scene.device);
  return {
    scene,
    claim: () => claimRecipients(ctx, id),
    message: message('628110000000', 'STOP'),
    receive,
    enter: () => addOptOut(ctx, scene.account, { phone: '628110000000' }),
    /** The outcome: error code, sent messages and units. */
    async end() {
      await scene.carry();
      const [sent] = await scene.messages(id);
      return [sent?.error_code, scene.sent.length, await scene.unitsUsed()];
    },
  };
}

/** Waits until `count` statements wait for a lock, unless the work is done. */
async function untilWaiting(count: number, works: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  void works.then(end, end);
  await until(async () => {
    const { rows } = await ctx.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return isDone || rows.length === count;
  });
}

test.each(['receive', 'enter'] as const)(
  'an opt-out during the claim of its recipient counts (%s)',
  async (way) => {
    const race = await raceScene();
    const { scene } = race;
    await ensureMonths(ctx.db, [scene.account.id], ctx.now().toISOString().slice(0, 7));

    // The claim has read the opt-outs and waits for its quota.
    const [claiming, optingOut] = await ctx.db.transaction(async (tx) => {
      await tablesOf(tx)
        .selectFrom('usage_months')
        .select('period')
        .where('account_id', '=', scene.account.id)
        .forUpdate()
        .execute();
      const claiming = race.claim();
      await untilWaiting(1, claiming);
      const optingOut = way === 'enter' ? race.enter() : race.receive([race.message]);
      await untilWaiting(2, optingOut);
      return [claiming, optingOut];
    });
    await Promise.all([claiming, optingOut]);

    expect(await race.end()).toEqual(['opted_out', 0, 0]);
  },
);

test('a claim waits for an opt-out that is not committed yet', async () => {
  const race = await raceScene();
  const { storeReceived: store } = createInbound(ctx, [optOutHook(ctx)]);

  const [claiming] = await ctx.db.transaction(async (tx) => {
    await store(tx, [race.message]);
    const claiming = race.claim();
    await untilWaiting(1, claiming);
    return [claiming];
  });
  await claiming;

  expect(await race.end()).toEqual(['opted_out', 0, 0]);
});
