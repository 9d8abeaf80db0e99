import pg from 'pg';
import { afterAll, beforeEach, onTestFailed } from 'vitest';
import { isDatabaseUnavailable } from '../../src/platform/lib/db/unavailable.ts';
import { findRunningPostgres } from '../../src/platform/lib/postgres/embedded.ts';
import { addPeople, type Person } from '../harness/broadcast-people.ts';
import { preparedInstallation } from '../harness/prepared-installation.ts';
import { type Receiver, startReceiver } from '../harness/receiver.ts';
import { type Json, openShop, type Shop, verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import type { Victim } from './kills.ts';
import { isLongSeason } from './season.ts';

/** A number at the official provider with its device. */
export interface OfficialNumber {
  id: string;
  device: string;
}

/** A gateway with a device of each engine, a contact book and a webhook. */
export interface Scene extends Victim {
  shop: Shop;
  /** The number of the economy device. */
  owner: string;
  economy: string;
  /** One for messages and one for broadcasts, because each has a rate limit. */
  official: { messages: OfficialNumber; broadcasts: OfficialNumber };
  people: readonly Person[];
  /** All signed events so far, with their copies. */
  events(): readonly Json[];
  /** A new number for each call. */
  newNumber(): string;
  /** Queries the database, and retries while it is unavailable. Only for statements that can run twice. */
  query(sql: string, ...values: unknown[]): Promise<Json[]>;
}

/** The tag of all recipients of broadcasts. */
export const ALL_TAG = 'semua';
const OWNER = '6281100000001';
const PEOPLE = isLongSeason ? 200 : 30;
const EVENTS = ['message.status', 'message.received'];
const ENV = {
  LOG_LEVEL: 'info',
  KURIR_BROADCAST_THROTTLE: '100000',
  // Slow enough for faults during a broadcast.
  KURIR_CLOUD_MESSAGES_PER_SECOND: '50',
};

/** Call it at the top of a file. `findDatabase` replaces the embedded server. */
export async function openScene(
  env: Record<string, string> = {},
  findDatabase?: () => string,
): Promise<Scene> {
  const installed = await preparedInstallation({ ...ENV, ...env }, afterAll);
  // A failed assertion alone does not show what happened between the processes.
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
    addPeople(shop, ALL_TAG, people),
  ]);
  let strangers = 0;

  return {
    installed,
    gateway,
    shop,
    owner: OWNER,
    economy,
    official: { messages, broadcasts },
    people,
    events: eventsAt(receiver, hook.body.secret),
    newNumber() {
      strangers += 1;
      return `62812${1_000_000 + strangers}`;
    },
    query: (sql, ...values) =>
      until(async () => {
        const url = findDatabase?.() ?? (await findRunningPostgres(installed.folder));
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

/** Parses each request only once. */
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
  if (isDatabaseUnavailable(error)) return null;
  throw error;
}
