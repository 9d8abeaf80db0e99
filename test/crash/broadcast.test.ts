import pg from 'pg';
import { afterAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { findRunningPostgres } from '../../src/lib/postgres/embedded.ts';
import { addPeople, createBroadcast, receivedBy, untilBroadcast } from '../harness/broadcast-people.ts';
import { installation } from '../harness/gateway.ts';
import { type Json, openShop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { strikesOn } from './strikes.ts';
import { HEALED_MS } from './traffic.ts';

const OWNER = '6281100000001';
const OFFICIAL = '1055502';
const TEMPLATE = '{Halo|Hai} {nama},';
/** The provider's word about a message is waited for so long from its mark. */
const WORD_WAIT_MS = 600_000;
/** Where broadcasts live, and messages wait. */
const STRUCK = ['the sessions child', 'PostgreSQL', 'main', 'the whole group'];
const people = Array.from({ length: 200 }, (_, n) => ({
  phone: String(6_281_244_400_000 + n),
  name: `Kak ${n}`,
}));

/** One gateway for all faults, with a device of each engine: what it suffered before must not matter. */
const running = await start();

async function start() {
  const env = {
    LOG_LEVEL: 'info',
    KURIR_BROADCAST_THROTTLE: '100000',
    // Slow enough to be struck in the middle.
    KURIR_CLOUD_MESSAGES_PER_SECOND: '50',
  };
  const installed = await installation(env, afterAll);
  const gateway = await installed.start();
  const shop = await openShop(installed, gateway);
  const credentials = { phone_number_id: OFFICIAL, access_token: 'EAAG-of-broadcasts' };
  await shop.sandbox('POST', '/cloud/numbers', {
    ...credentials,
    display_phone_number: '+62 811-0000-010',
    verified_name: 'Toko Siaran',
    behaviour: { messages_per_second: null, outside_window: 'allow' },
  });
  const official = await shop.api('POST', '/v1/devices', {
    engine: 'official_cloud',
    label: 'Resmi',
    official_phone_number_id: credentials.phone_number_id,
    official_access_token: credentials.access_token,
  });
  await addPeople(shop, 'semua', people);
  const economy = await shop.pairedDevice(OWNER);
  return { installed, gateway, shop, devices: { economy, official: official.body.device_uuid as string } };
}

// What happens between processes cannot be seen from a failed assertion.
beforeEach(() => onTestFailed(async () => void process.stderr.write(await running.installed.lastWords())));

/** Asks the embedded server itself: what waits for the provider's word cannot be seen from outside. */
async function query(sql: string, ...values: unknown[]): Promise<Json[]> {
  const client = new pg.Client(await until(() => findRunningPostgres(running.installed.folder)));
  await client.connect();
  const { rows } = await client.query(sql, values).finally(() => client.end());
  return rows;
}

/** As a customer would see it through: a device that was away for too long has paused it. */
function untilCompleted(id: number): Promise<Json> {
  return untilBroadcast(
    running.shop,
    id,
    ({ status, reason }) => {
      if (status === 'paused' && reason === 'device_disconnected')
        void running.shop.api('POST', `/v1/broadcasts/${id}/resume`).catch(() => null);
      return status === 'completed';
    },
    HEALED_MS,
  );
}

/** What the provider took with this word in its text, and keeps whoever is killed. */
async function taken(word: string): Promise<Json[]> {
  const path = `/cloud/numbers/${OFFICIAL}/messages?direction=out`;
  const { status, body } = await running.shop.sandbox('GET', path);
  return status === 200 ? body.data.filter(({ text }: Json) => text.includes(word)) : [];
}

/**
 * Ends the wait for the provider's word about messages that it has never seen, when nothing else is open: a process had marked them before
 * `healedAt`, and died; nobody may send them again. Answers how many those are.
 */
async function endLost(id: number, word: string, healedAt: number): Promise<number> {
  const lost = await until(
    async () => {
      const { body } = await running.shop.api('GET', `/v1/broadcasts/${id}`);
      const known = new Set((await taken(word)).map((message) => message.biz_opaque_callback_data));
      const open = await query(
        'select id, reserved_wa_id, maybe_written, not_before from messages where broadcast_id = $1 and due',
        id,
      );
      const isLost = ({ maybe_written, reserved_wa_id, not_before }: Json) =>
        maybe_written && !known.has(reserved_wa_id) && not_before.getTime() - WORD_WAIT_MS < healedAt;
      return open.length === body.recipients_by_status?.pending && open.every(isLost) && open;
    },
    { timeoutMs: HEALED_MS, what: 'the end of all others' },
  );
  const ids = lost.map((message) => message.id);
  await query('update messages set not_before = now() where id = any ($1)', ids);
  return lost.length;
}

test.each(strikesOn(running).filter(([name]) => STRUCK.includes(name)))(
  'kill -9 of %s in the middle of broadcasts leaves nobody out and reaches nobody twice',
  { timeout: 5 * HEALED_MS },
  async (name, strike) => {
    const { shop, devices } = running;
    const word = `saat ${name}`;
    const create = (device_uuid: string) =>
      createBroadcast(shop, { device_uuid, message_template: `${TEMPLATE} ${word}`, tags: ['semua'] });
    const hasSent = (id: number, least: number) =>
      untilBroadcast(shop, id, ({ sent_count }) => sent_count >= least);
    const economy = await create(devices.economy);
    await hasSent(economy, 20);
    const official = await create(devices.official);
    const begun = await hasSent(official, 20);

    await strike();
    const lost = await endLost(official, word, Date.now());
    const ends = { economy: await untilCompleted(economy), official: await untilCompleted(official) };

    expect(ends.economy.recipients_by_status).toEqual({ pending: 0, sent: people.length, failed: 0 });
    const received = await receivedBy(shop, people, { from: OWNER, word });
    for (const { phone, name } of people) {
      const texts = ['Halo', 'Hai'].map((greeting) => `${greeting} ${name}, ${word}`);
      expect(received.get(phone)).toEqual([expect.toBeOneOf(texts)]);
    }

    expect(ends.official).toMatchObject({
      started_at: begun.started_at,
      recipients_by_status: { pending: 0, sent: people.length - lost, failed: lost },
    });
    const reached = (await taken(word)).map(({ to }) => to);
    expect(reached).toHaveLength(people.length - lost);
    expect(new Set(reached).size).toBe(reached.length);
    const failures = await query(
      `select error_code from messages where broadcast_id = $1 and status = 'failed'`,
      official,
    );
    expect(failures).toEqual(Array.from({ length: lost }, () => ({ error_code: 'outcome_unknown' })));
  },
);
