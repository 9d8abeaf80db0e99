import { type ContactChange, upsertContacts } from '../../src/gateway/contacts/store.ts';
import { openDatabase } from '../../src/platform/lib/db/db.ts';
import { measureLarge } from './broadcast-large.ts';
import {
  fromStandIn,
  median,
  type Official,
  post,
  type Round,
  roundOf,
  sendPlain,
  untilTrue,
  withOfficialNumbers,
} from './official-scene.ts';

/** `npm run bench -- broadcast 200000 20000`: contacts, and messages during which the memory is watched. */
const CONTACTS = Number(process.argv[3] ?? 1_000_000);
const WATCHED = Number(process.argv[4] ?? 100_000);
const BATCH = 1_000;
const ROUNDS = 3;
const PHONES = 6_281_000_000_000;
const TEXT = '{Halo|Hai} {nama}, {ada {promo|diskon}|pesanan sudah dikirim}.';

/** The pacer limits one number, the dispatcher many. */
const SIDES = [
  { numbers: 1, perNumber: 5_000 },
  { numbers: 16, perNumber: 2_000 },
];
const NUMBERS = Math.max(...SIDES.map(({ numbers }) => numbers));

/**
 * Measures broadcasts without delays, from their creation over HTTP, beside the dispatch of accepted
 * messages. Both use the same numbers, the same pacer limits and a stand-in for the provider, in alternating
 * rounds. Then measures a broadcast to all contacts: creation, first send, memory and claims.
 */
export async function run(): Promise<void> {
  await withOfficialNumbers(NUMBERS, async (official) => {
    await build(official);
    for (const side of SIDES) await measureRate(official, side);
    await measureLarge(official, { tag: 'all', text: TEXT, watched: WATCHED });
  });
}

const tagOf = (number: number, numbers: number) => `${number + 1} of ${numbers}`;

async function build({ gateway, accountId }: Official): Promise<void> {
  const database = openDatabase(gateway.databaseUrl, { max: 2, name: 'kurir bench' });
  const startedAt = performance.now();
  for (let first = 0; first < CONTACTS; first += BATCH) {
    const contacts = Array.from({ length: BATCH }, (_, n) => contactOf(accountId, first + n));
    await upsertContacts(database.db, contacts, new Date());
  }
  await database.close();
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`built ${CONTACTS} contacts in ${seconds.toFixed(0)} s`);
}

/** The first contacts are the recipients of the rounds, each once per side. */
function contactOf(accountId: number, n: number): ContactChange {
  const tags = SIDES.filter(({ numbers, perNumber }) => n < numbers * perNumber).map(({ numbers }) =>
    tagOf(n % numbers, numbers),
  );
  return {
    account_id: accountId,
    phone: String(PHONES + n),
    name: `Pelanggan ${n}`,
    tags: ['all', ...tags],
  };
}

async function measureRate(
  official: Official,
  { numbers, perNumber }: (typeof SIDES)[number],
): Promise<void> {
  const count = numbers * perNumber;
  const plain = () => sendPlain(official, PHONES, count, numbers);
  const broadcast = () => sendBroadcasts(official, numbers, count);
  const rounds: Record<string, Round[]> = { 'plain messages': [], broadcasts: [] };
  // The first rounds of both are their warm-up.
  await plain();
  await broadcast();
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds['plain messages']?.push(await plain());
    rounds.broadcasts?.push(await broadcast());
  }
  const perSecond = (each: Round[] = []) => median(each.map((round) => round.perSecond));
  const limit = perSecond(rounds['plain messages']);
  for (const [name, each] of Object.entries(rounds)) {
    const settled = median(each.map((round) => round.settledPerSecond)).toFixed(0);
    const all = each.map((round) => round.perSecond.toFixed(0)).join(' ');
    const senders = numbers === 1 ? 'one number' : `${numbers} numbers`;
    const rate = perSecond(each);
    const figures = `${rate.toFixed(0).padStart(6)}/s   ratio ${(rate / limit).toFixed(2)}`;
    console.log(`${senders}, ${name.padEnd(14)} ${figures}   rounds ${all}   until settled ${settled}/s`);
  }
}

/** Starts a broadcast per number, all together. Throws unless all complete with one message per recipient. */
async function sendBroadcasts(official: Official, numbers: number, count: number): Promise<Round> {
  const { gateway, apiKey, database, devices, provider } = official;
  await fromStandIn(provider, 'forget');
  const created = await Promise.all(
    devices.slice(0, numbers).map((device_uuid, number) =>
      post(gateway, apiKey, '/v1/broadcasts', {
        ...{ device_uuid, name: 'Bench', message_template: TEXT, tags: [tagOf(number, numbers)] },
        ...{ delay_min_seconds: 0, delay_max_seconds: 0 },
      }),
    ),
  );
  const ids: number[] = created.map(({ body }) => body.id);
  await untilTrue(
    async () => (await fromStandIn(provider, 'counted')).calls >= count,
    `calls of broadcasts, ${JSON.stringify(created[0])}`,
  );
  await untilTrue(async () => (await database.query(UNFINISHED, [ids])).rows[0].count === 0, 'their end');
  return roundOf(await fromStandIn(provider, 'counted'), count);
}

const UNFINISHED = `
  select count(*)::int from broadcasts
  where id = any ($1) and (status <> 'completed' or sent_count <> total_recipients)`;
