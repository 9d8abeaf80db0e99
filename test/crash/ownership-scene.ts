import { afterAll, beforeEach, onTestFailed } from 'vitest';
import { CONTROL_TOKEN, openTestSandbox } from '../../sandbox/test-sandbox.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { type TestContext, testContext } from '../harness/context.ts';
import { type GatewayProcess, installation } from '../harness/gateway.ts';
import { type Json, openShop, type Shop } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { type OwnershipRecord, openRecord } from './ownership-record.ts';

/** One customer of one number, on the phone network or at the official provider. */
export interface Chat {
  engine: 'economy' | 'official';
  customer: string;
  /** Row id and public id of the conversation. */
  id: number;
  uuid: string;
  /** The customer writes. Resolves when the network has it. */
  customerWrites(text: string): Promise<void>;
  /** The owner of the number answers on the phone. */
  phoneReplies(text: string): Promise<void>;
  /** Texts that the customer got, oldest first, with the replies of the phone. */
  textsAtCustomer(): Promise<string[]>;
}

/** Two gateways on one database, with phones of both engines. The test plays the automation. */
export interface OwnershipScene {
  ctx: TestContext;
  accountId: number;
  record: OwnershipRecord;
  /** The same business at each gateway. */
  shops: readonly [Shop, Shop];
  /** Each customer has written once, so that the conversation exists. */
  openChats(count: number): Promise<Chat[]>;
  /** What the gateways logged as errors. */
  errors(): string[];
}

const SECRET_KEY = 'ab'.repeat(32);
const OWNER = '6281100000001';
const NUMBER_ID = '1055501';
/** A call takes some time, so that a take-over meets messages under way. */
const CALL_MS = 15;
const PARALLEL = 16;

/** Call it at the top of a file. */
export async function openOwnershipScene(): Promise<OwnershipScene> {
  const sandbox = await openTestSandbox({ onEnd: afterAll });
  const box = createSecretBox(SECRET_KEY);
  const env = { KURIR_DATABASE_POOL: '12' };
  const context = await testContext({ cleanup: afterAll, parts: { box }, env });
  const ctx = { ...context, ...systemClock };
  const record = await openRecord(ctx.pool);
  const installations = await Promise.all(
    [1, 2].map(() =>
      installation(
        {
          DATABASE_URL: ctx.databaseUrl,
          KURIR_SECRET_KEY: SECRET_KEY,
          KURIR_SANDBOX_URL: sandbox.current.url,
          KURIR_SANDBOX_CONTROL_TOKEN: CONTROL_TOKEN,
          KURIR_CLOUD_MESSAGES_PER_SECOND: '200',
        },
        afterAll,
      ),
    ),
  );
  const [first, second] = installations;
  if (!first || !second) throw new Error('two installations were made');
  beforeEach(() =>
    onTestFailed(async () => {
      for (const each of installations) process.stderr.write(await each.lastWords());
    }),
  );
  const gateways = await Promise.all([first.start(), second.start()]);
  const shop = await openShop(first, gateways[0]);
  const shops = [shop, shop.at(gateways[1].url)] as const;
  await Promise.all([shop.pairedDevice(OWNER), officialDevice(shop)]);
  const { rows } = await ctx.pool.query<{ account_id: number }>('select account_id from devices');
  const accountId = Number(rows[0]?.account_id);
  await ctx.pool.query('update channels set automated = true');
  const place = { ctx, shop, accountId };
  return {
    ...{ ctx, accountId, record, shops },
    openChats: (count) => openChats(place, count),
    errors: () => gateways.flatMap(errorsOf),
  };
}

async function officialDevice(shop: Shop): Promise<string> {
  const access_token = 'EAAG-of-owners';
  await shop.sandbox('POST', '/cloud/numbers', {
    ...{ phone_number_id: NUMBER_ID, access_token, display_phone_number: '+62 811-1055-501' },
    verified_name: 'Toko Resmi',
    behaviour: { messages_per_second: null, outside_window: 'allow', pair_rate: false },
  });
  await shop.sandbox('POST', '/cloud/faults', { call: 'messages', delay_ms: CALL_MS, count: null });
  const created = await shop.api('POST', '/v1/devices', {
    ...{ engine: 'official_cloud', label: 'Resmi' },
    ...{ official_phone_number_id: NUMBER_ID, official_access_token: access_token },
  });
  return created.body.device_uuid;
}

/** Numbers differ between the calls. */
let customers = 1_000;

interface Place {
  ctx: TestContext;
  shop: Shop;
  accountId: number;
}

/** Half of them on each engine. Their numbers have an automation from then on. */
async function openChats({ ctx, shop, accountId }: Place, count: number): Promise<Chat[]> {
  customers += count;
  const parts = Array.from({ length: count }, (_, n) =>
    n % 2 === 0
      ? phoneChat(shop, `62812${customers * 1_000 + n}`)
      : cloudChat(shop, `62813${customers * 1_000 + n}`),
  );
  await inTurns(parts, async (chat) => {
    if (chat.engine === 'economy') await shop.sandbox('POST', '/phones', { number: chat.customer });
    await chat.customerWrites('Halo');
  });
  const rows = await until(
    async () => {
      const { rows: found } = await ctx.pool.query<{ id: number; uuid: string; phone: string }>(
        `select id, conversation_uuid as uuid, phone from conversations
         where account_id = $1 and phone = any ($2) and owner_state = 'bot'`,
        [accountId, parts.map(({ customer }) => customer)],
      );
      return found.length === count && found;
    },
    { what: 'a conversation for each customer' },
  );
  const byPhone = new Map(rows.map((row) => [row.phone, row]));
  return parts.map((chat) => {
    const row = byPhone.get(chat.customer);
    if (!row) throw new Error('a customer has no conversation');
    return { ...chat, id: Number(row.id), uuid: row.uuid };
  });
}

type Parts = Omit<Chat, 'id' | 'uuid'>;

function phoneChat(shop: Shop, customer: string): Parts {
  return {
    engine: 'economy',
    customer,
    customerWrites: (text) =>
      written(shop.sandbox('POST', `/phones/${customer}/messages`, { to: OWNER, text })),
    phoneReplies: (text) =>
      written(shop.sandbox('POST', `/phones/${OWNER}/messages`, { to: customer, text })),
    async textsAtCustomer() {
      const messages = await shop.phone(customer);
      return messages.flatMap(({ direction, text }) => (direction === 'in' && text !== null ? [text] : []));
    },
  };
}

function cloudChat(shop: Shop, customer: string): Parts {
  const number = `/cloud/numbers/${NUMBER_ID}`;
  return {
    engine: 'official',
    customer,
    customerWrites: (text) => written(shop.sandbox('POST', `${number}/messages`, { from: customer, text })),
    phoneReplies: (text) => written(shop.sandbox('POST', `${number}/echoes`, { to: customer, text })),
    async textsAtCustomer() {
      const answer = await shop.sandbox('GET', `${number}/messages?direction=out&with=${customer}`);
      return answer.body.data.map(({ text }: Json) => text);
    },
  };
}

async function written(answer: Promise<{ status: number; body: Json }>): Promise<void> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(`The network answers ${status}: ${JSON.stringify(body)}`);
}

/** A bounded number of them at once. */
export async function inTurns<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  parallel = PARALLEL,
): Promise<void> {
  const rest = [...items];
  const run = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: parallel }, run));
}

function errorsOf(gateway: GatewayProcess): string[] {
  return gateway
    .log()
    .split('\n')
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line));
}
