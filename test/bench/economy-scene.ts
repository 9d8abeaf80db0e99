import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { type BenchGateway, startBenchGateway } from './bench-gateway.ts';
import { untilTrue } from './official-scene.ts';

/** A gateway with its sandbox, whose account has economy devices that are paired and connected. */
export interface Economy {
  gateway: BenchGateway;
  accountId: number;
  apiKey: string;
  /** Of callers that control the phones. */
  sandboxToken: string;
  devices: string[];
  /** The number of each device. */
  owners: string[];
}

const SANDBOX_TOKEN = 'sandbox-token-of-a-bench';
/** Of a gateway with all roles and simulated phones. */
export const SANDBOX_SETTINGS = {
  KURIR_ROLES: 'api,worker,sessions',
  KURIR_SANDBOX: 'on',
  KURIR_SANDBOX_TOKEN: SANDBOX_TOKEN,
};
const OWNERS = 6_281_100_000_000;
/** The number of phones that are read at the same time. */
const AT_ONCE = 20;

/** Runs `work` with a real gateway, embedded PostgreSQL (fsync on) and sandbox. Stops them after it. */
export async function withEconomyDevices(
  count: number,
  work: (economy: Economy) => Promise<void>,
  preparations: readonly string[] = [],
): Promise<void> {
  const gateway = await startBenchGateway(SANDBOX_SETTINGS, preparations);
  try {
    const owners = Array.from({ length: count }, (_, n) => String(OWNERS + n));
    const economy = await openAccount(gateway, 'Bench', count);
    for (const owner of owners) await pair(economy, owner);
    await work(economy);
  } finally {
    await gateway.stop();
  }
}

const UNLIMITED = '1000000000';

/** A sandbox account on a gateway with the token of benches. */
export async function openAccount(
  gateway: BenchGateway,
  name: string,
  maxDevices: number,
  { plan = 'bench', perMinute = UNLIMITED, perMonth = UNLIMITED } = {},
): Promise<Economy> {
  const limits = ['--rate-per-minute', perMinute, '--monthly-quota', perMonth];
  await gateway.kurir('plan', 'set', plan, ...limits, '--max-devices', String(maxDevices));
  const account = await gateway.kurir('account', 'create', '--name', name, '--plan', plan, '--sandbox');
  const keys = { accountId: account.account_id, apiKey: account.api_key, sandboxToken: SANDBOX_TOKEN };
  return { gateway, ...keys, devices: [], owners: [] };
}

/** Connects a device with this number. */
export async function pair(economy: Economy, number: string, label = number): Promise<string> {
  const { device_uuid } = await call(economy, 'POST', '/v1/devices', { label });
  const device = `/v1/devices/${device_uuid}`;
  const showsCode = async () => typeof (await call(economy, 'GET', `${device}/qr`)).qr === 'string';
  await untilTrue(showsCode, `the code of ${number}`);
  await call(economy, 'POST', `/sandbox/devices/${device_uuid}/scan`, { number });
  const isConnected = async () => (await call(economy, 'GET', device)).status === 'connected';
  await untilTrue(isConnected, `the connection of ${number}`);
  economy.devices.push(device_uuid);
  economy.owners.push(number);
  return device_uuid;
}

/** Switches phones on. */
export async function addPhones(economy: Economy, numbers: readonly string[]): Promise<void> {
  await eachOf(numbers, (number) => call(economy, 'POST', '/sandbox/phones', { number }));
}

/** When each text came first at one of these phones and could be read there, in ms since 1970. */
export async function arrivalsAt(economy: Economy, numbers: readonly string[]): Promise<Map<string, number>> {
  const arrivals = new Map<string, number>();
  await eachOf(numbers, async (number) => {
    const { data } = await call(economy, 'GET', `/sandbox/phones/${number}/messages`);
    for (const { text, at } of data) arrivals.set(text, Date.parse(at));
  });
  return arrivals;
}

/** One message on a phone. */
interface PhoneMessage {
  text: string;
  /** In ms since 1970. */
  at: number;
  /** The phone wrote it. */
  isOwn: boolean;
}

/** What each of these phones has, oldest first. */
export async function chatsAt(economy: Economy, numbers: readonly string[]): Promise<PhoneMessage[][]> {
  const chats = new Map<string, PhoneMessage[]>();
  await eachOf(numbers, async (number) => {
    const { data } = await call(economy, 'GET', `/sandbox/phones/${number}/messages`);
    // biome-ignore lint/suspicious/noExplicitAny: an answer may have any shape
    const messages = data.map(({ text, at, direction }: any) => ({
      ...{ text, at: Date.parse(at), isOwn: direction === 'out' },
    }));
    chats.set(
      number,
      messages.sort((one: PhoneMessage, other: PhoneMessage) => one.at - other.at),
    );
  });
  return numbers.map((number) => chats.get(number) ?? []);
}

async function eachOf(numbers: readonly string[], work: (number: string) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < numbers.length; first += AT_ONCE) {
    await Promise.all(numbers.slice(first, first + AT_ONCE).map(work));
  }
}

/** Throws when it is refused. */
export async function call(
  { gateway, apiKey }: Economy,
  method: string,
  path: string,
  fields?: object,
  // biome-ignore lint/suspicious/noExplicitAny: an answer may have any shape
): Promise<any> {
  const answer = await request(`http://127.0.0.1:${gateway.port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'x-sandbox-token': SANDBOX_TOKEN,
      // Messages need one; other calls ignore it.
      'idempotency-key': randomUUID(),
      ...(fields && { 'content-type': 'application/json' }),
    },
    body: fields ? JSON.stringify(fields) : null,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path} was refused: ${text}`);
  return JSON.parse(text);
}
