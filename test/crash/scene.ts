import pg from 'pg';
import { afterAll, beforeEach, onTestFailed } from 'vitest';
import { isDatabaseAway } from '../../src/lib/db/db.ts';
import { findRunningPostgres } from '../../src/lib/postgres/embedded.ts';
import { addPeople, type Person } from '../harness/broadcast-people.ts';
import { installation } from '../harness/gateway.ts';
import { type Receiver, startReceiver } from '../harness/receiver.ts';
import { type Json, openShop, type Shop, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { isLongSeason } from './season.ts';
import type { Victim } from './strikes.ts';

/** A number of the shop at the official provider, with its device. */
export interface OfficialNumber {
  id: string;
  device: string;
}

/** A gateway with everything that a fault can hurt: a line, numbers at the official provider, an address book, a webhook. */
export interface Scene extends Victim {
  shop: Shop;
  /** Of the economy device. */
  owner: string;
  economy: string;
  /** For messages, and for broadcasts: the provider takes so many a second of each. */
  official: { messages: OfficialNumber; broadcasts: OfficialNumber };
  people: readonly Person[];
  /** Signed events that have arrived so far, each copy of them. */
  events(): readonly Json[];
  /** The number of somebody whom nobody has written to yet. */
  stranger(): string;
  /** Asks the database itself, as soon as it answers: for what cannot be seen from outside. Only for statements that may run twice. */
  query(sql: string, ...values: unknown[]): Promise<Json[]>;
}

/** Under which people have the broadcasts. */
export const EVERYBODY = 'semua';
const OWNER = '6281100000001';
const PEOPLE = isLongSeason ? 200 : 30;
const EVENTS = ['message.status', 'message.received'];
const ENV = {
  LOG_LEVEL: 'info',
  KURIR_BROADCAST_THROTTLE: '100000',
  // Slow enough for a broadcast to be struck in the middle.
  KURIR_CLOUD_MESSAGES_PER_SECOND: '50',
};

/** Call it at the top of a file. `databaseUrl` is for the test when the gateway has no server of its own. */
export async function openScene(env: Record<string, string> = {}, databaseUrl?: string): Promise<Scene> {
  const installed = await installation({ ...ENV, ...env }, afterAll);
  // What happens between processes cannot be seen from a failed assertion.
  beforeEach(() => onTestFailed(async () => void process.stderr.write(await installed.lastWords())));
  const gateway = await installed.start();
  const shop = await openShop(installed, gateway);
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    phone: String(6_281_244_400_000 + n),
    name: `Kak ${n}`,
  }));
  const receiver = await startReceiver(undefined, undefined, afterAll);
  const hook = await shop.api('POST', '/v1/webhooks', { url: receiver.url, events: EVENTS });
  const [economy, messages, broadcasts] = await Promise.all([
    shop.pairedDevice(OWNER),
    officialNumber(shop, '1055501'),
    officialNumber(shop, '1055502'),
    addPeople(shop, EVERYBODY, people),
  ]);
  let strangers = 0;
  const findUrl = databaseUrl ? async () => databaseUrl : () => findRunningPostgres(installed.folder);

  return {
    installed,
    gateway,
    shop,
    owner: OWNER,
    economy,
    official: { messages, broadcasts },
    people,
    events: eventsAt(receiver, hook.body.secret),
    stranger() {
      strangers += 1;
      return `62812${1_000_000 + strangers}`;
    },
    query: (sql, ...values) =>
      until(async () => {
        const url = await findUrl();
        return url === null ? null : ask(url, sql, values).catch(whileAway);
      }),
  };
}

async function officialNumber(shop: Shop, id: string): Promise<OfficialNumber> {
  const credentials = { phone_number_id: id, access_token: `EAAG-of-${id}` };
  await shop.sandbox('POST', '/cloud/numbers', {
    ...credentials,
    display_phone_number: `+62 811-${id}`,
    verified_name: 'Toko Tahan Banting',
    behaviour: { messages_per_second: null, outside_window: 'allow' },
  });
  const created = await shop.api('POST', '/v1/devices', {
    engine: 'official_cloud',
    label: 'Resmi',
    official_phone_number_id: credentials.phone_number_id,
    official_access_token: credentials.access_token,
  });
  return { id, device: created.body.device_uuid };
}

/** Looks at each request once, however often it is asked. */
function eventsAt({ requests }: Receiver, secret: string): () => readonly Json[] {
  const events: Json[] = [];
  return () => {
    events.push(...verifiedEvents(requests.slice(events.length), secret));
    return events;
  };
}

async function ask(url: string, sql: string, values: unknown[]): Promise<Json[]> {
  const client = new pg.Client(url);
  // 'end' follows, and the statement fails.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function whileAway(error: unknown): null {
  if (isDatabaseAway(error)) return null;
  throw error;
}
