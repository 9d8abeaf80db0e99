import { afterAll, expect, test } from 'vitest';
import { testContext } from '../../../test/harness/context.ts';
import { inbound, receiver } from '../../../test/harness/conversations.ts';
import { insertAccount, insertDevice, insertMessage } from '../../../test/harness/rows.ts';
import { indexAll } from '../../../test/harness/search.ts';
import { tablesOf } from '../../../test/harness/tables.ts';
import { speakFor } from '../../gateway/devices/channels/channel.ts';
import { releaseDevice } from '../../gateway/devices/device.ts';
import { getMessage } from '../../gateway/messages/message.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { allStatements } from '../../platform/lib/db/statement.ts';
import { getConversation } from './conversation.ts';
import { listConversations } from './conversation-list.ts';
import { listMessages } from './history.ts';
import { ListConversations } from './list-schema.ts';
import { SearchIndexer } from './search/indexer.ts';

const ctx = await testContext({ cleanup: afterAll });
const receive = receiver(ctx);
const MINUTE = 60_000;

type Device = Awaited<ReturnType<typeof insertDevice>>;

const sees = (account: Caller, ...devices: Device[]): Caller => ({
  ...account,
  deviceIds: devices.map(({ id }) => id),
});

async function deviceWith(account: Caller, number: string): Promise<Device> {
  const device = await insertDevice(ctx, account);
  await ctx.db.transaction((tx) => speakFor(tx, { ...device, channel_id: null }, number));
  return device;
}

/** All pages of a list, by the numbers of the customers. */
async function phonesOf(caller: Caller, query: object, limit = 3): Promise<string[]> {
  const phones: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await listConversations(
      ctx,
      caller,
      ListConversations.parse({ ...query, limit, ...(cursor && { cursor }) }),
    );
    phones.push(...page.conversations.map(({ phone }) => phone));
    cursor = page.next;
  } while (cursor !== null);
  return phones;
}

// A shop with conversations of every kind on five numbers -----------------------------------------------------

const shop = await insertAccount(ctx);
const devices: Device[] = [];
for (let n = 0; n < 5; n += 1) devices.push(await deviceWith(shop, `62811000000${n}`));
const [first, second, third] = devices as [Device, Device, Device]; // five of them
const now = ctx.now().getTime();
const PEOPLE = 60;
for (let n = 0; n < PEOPLE; n += 1) {
  const device = devices[n % devices.length];
  if (device) {
    const at = new Date(now - ((n * 37) % PEOPLE) * MINUTE);
    await receive(inbound(device, `62812000000${10 + n}`, { body: `Halo pesanan ${n}`, at }));
  }
}
await ctx.pool.query(
  `update conversations set
     owner_state = (array['bot', 'human_waiting', 'human_active', 'closed'])[1 + id % 4],
     unread = id % 2, assignee = (array['Ani', 'Budi', null])[1 + id % 3],
     waiting_since = case when id % 5 < 3 then last_at end,
     snoozed_until = case when id % 7 = 0 then last_at end
   where account_id = $1`,
  [shop.id],
);
await tablesOf(ctx.db)
  .insertInto('labels')
  .values({ account_id: shop.id, name: 'vip', created_at: ctx.now() })
  .execute();
await ctx.pool.query(
  `insert into conversation_labels (conversation_id, label_id, account_id)
   select c.id, l.id, c.account_id from conversations c join labels l on l.account_id = c.account_id
   where c.account_id = $1 and c.id % 2 = 0`,
  [shop.id],
);
await indexAll(ctx, new SearchIndexer(ctx));
const deviceOf = new Map(
  (
    await ctx.pool.query<{ phone: string; device_id: number }>(
      `select c.phone, ch.device_id from conversations c join channels ch on ch.id = c.channel_id
       where c.account_id = $1`,
      [shop.id],
    )
  ).rows.map(({ phone, device_id }) => [phone, Number(device_id)]),
);

const FILTERS: object[] = [
  {},
  { owner_state: 'human_waiting' },
  { open: 'true' },
  { unread: 'true', snoozed: 'false' },
  { assigned: 'false' },
  { assignee: 'Ani' },
  { label: 'vip' },
  { label: 'vip', assignee: 'Ani' },
  { q: 'pesanan' },
  { q: '62812000', label: 'vip' },
  { phone: '6281200000012' },
];

test.each(FILTERS)(
  'a list of an agent is the list of the account without other devices: %j',
  async (filter) => {
    for (const order of ['latest', 'longest_waiting']) {
      const query = { ...filter, order };
      const all = await phonesOf(shop, query, 50);

      for (const seen of [[], [first], [second, third], devices]) {
        const ids = seen.map(({ id }) => id);
        const expected = all.filter((phone) => ids.includes(deviceOf.get(phone) ?? 0));
        const caller = sees(shop, ...seen);
        expect(await phonesOf(caller, query, 2)).toEqual(expected);
        expect(await phonesOf(caller, query, 50)).toEqual(expected);
      }
    }
  },
);

test('the filter of a device is the filter of the account, for a device that the agent sees', async () => {
  const query = { device_uuid: second.device_uuid };
  const all = await phonesOf(shop, query);

  expect(all).toHaveLength(PEOPLE / devices.length);
  expect(await phonesOf(sees(shop, first, second), query)).toEqual(all);
  await expect(phonesOf(sees(shop, first), query)).rejects.toMatchObject({ code: 'device_not_found' });
});

test('a page of an agent with 100 devices reads few rows, and none of other devices', async () => {
  const { rows } = await ctx.pool.query<{ channels: number[]; account_id: number }>(
    `with account as (insert into accounts (name, plan, kind) values ('Besar', 'pro', 'live') returning id),
     channel as (
       insert into channels (account_id, kind, address)
       select id, 'whatsapp', 'ch ' || n from account cross join generate_series(1, 101) n returning id, account_id
     ), person as (
       insert into people (account_id, created_at)
       select id, now() from account cross join generate_series(1, 9000) returning id, account_id
     ), numbered as (
       select id, account_id, row_number() over (order by id) as n from person
     ), inserted as (
       insert into conversations (account_id, channel_id, person_id, phone, owner_state, owner_since, unread,
         last_at, created_at)
       select p.account_id, (select min(id) from channel) + case when n <= 4000 then 100 else n % 100 end,
         p.id, '62813' || n, (array['bot', 'human_waiting', 'human_active', 'closed'])[1 + n % 4], now(), n / 4 % 2,
         now() - n * interval '1 second', now()
       from numbered p returning 1
     )
     select array_agg(id order by id) as channels, min(account_id)::int as account_id from channel`,
  );
  const [{ channels, account_id } = { channels: [], account_id: 0 }] = rows;
  await ctx.pool.query('vacuum analyze conversations');
  const params = {
    accountId: account_id,
    channelIds: channels.slice(0, 100).map(Number),
    facets: Array.from({ length: 64 }, (_, facet) => facet),
    ...{ at: null, id: null, limit: 51, otherTeamIds: null },
  };

  const { read, shown } = await explain('conversations.list_latest_channels', params);

  expect(shown).toBe(51);
  // One row of each range, and then the rows of the page with at most one more per range.
  expect(read).toBeLessThan(100 * 8 + 51 + 51);
});

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

/** Runs a statement with values in place of its parameters. Counts the rows that it reads from tables. */
async function explain(name: string, params: Record<string, unknown>) {
  const statement = allStatements().find((each) => each.name === name);
  if (!statement) throw new Error(name);
  const client = await ctx.pool.connect();
  let text = '';
  const values: unknown[] = [];
  const spy = {
    query: async (found: { text: string }, given: readonly unknown[]) => {
      text = found.text;
      values.push(...given);
      return { rows: [], count: 0 };
    },
  };
  await statement.all(spy, params as never); // the parameters of this statement
  try {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
    return { read: rowsRead(plan), shown: plan['Actual Rows'] };
  } finally {
    client.release();
  }
}

function rowsRead(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0);
  const isTable = node['Index Name'] !== undefined || node['Node Type'] === 'Seq Scan';
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return below + (isTable ? own : 0);
}

// Numbers that move -------------------------------------------------------------------------------------------

const CUSTOMER = '6281399999999';

/** A number with a conversation, and the device that speaks for it. */
async function paired() {
  const account = await insertAccount(ctx);
  const device = await deviceWith(account, '6281500000001');
  await receive(inbound(device, CUSTOMER));
  const sent = await insertMessage(ctx, device, { phone: CUSTOMER, status: 'sent', public_id: 77 });
  const [chat] = (await listConversations(ctx, account, ListConversations.parse({}))).conversations;
  if (!chat) throw new Error('no conversation');
  const { conversation_uuid: uuid } = chat;
  /** What the caller sees of conversation and message. */
  const seen = async (caller: Caller) => {
    const list = await phonesOf(caller, {});
    const isShown = await getConversation(ctx, caller, uuid).then(
      () => true,
      ({ code }) => code !== 'conversation_not_found',
    );
    const isMessageShown = await getMessage(ctx, caller, 77).then(
      () => true,
      ({ code }) => code !== 'message_not_found',
    );
    expect([list.includes(CUSTOMER), isMessageShown]).toEqual([isShown, isShown]);
    return isShown;
  };
  return { account, device, chat, sent, seen };
}

test('a number that moves to another device takes its history to the agents of that device', async () => {
  const { account, device, chat, seen } = await paired();
  const other = await insertDevice(ctx, account);
  const before = [await seen(sees(account, device)), await seen(sees(account, other))];

  await ctx.db.transaction((tx) => speakFor(tx, { ...other, channel_id: null }, '6281500000001'));
  await receive(inbound(other, CUSTOMER));

  expect([before, await seen(sees(account, device)), await seen(sees(account, other))]).toEqual([
    [true, false],
    false,
    true,
  ]);
  const found = await getConversation(ctx, sees(account, other), chat.conversation_uuid);
  expect((await listMessages(ctx, found, { limit: 50 })).messages).toHaveLength(3);
});

test('a released device keeps its conversations, until another device speaks for the number', async () => {
  const { account, device, seen } = await paired();
  await releaseDevice(ctx, account, device.device_uuid);
  const released = await seen(sees(account, device));
  const successor = await insertDevice(ctx, account);

  await ctx.db.transaction((tx) => speakFor(tx, { ...successor, channel_id: null }, '6281500000001'));

  expect([released, await seen(sees(account, device)), await seen(sees(account, successor))]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a device that is paired with another number shows both, until another device has the first', async () => {
  const { account, device, seen } = await paired();
  const { rows } = await ctx.pool.query('select channel_id from devices where id = $1', [device.id]);
  const channel_id = Number(rows[0].channel_id);
  await ctx.db.transaction((tx) => speakFor(tx, { ...device, channel_id }, '6281500000002'));
  await receive(inbound(device, '6281388888888'));
  const both = [await seen(sees(account, device)), await phonesOf(sees(account, device), {})];
  const successor = await insertDevice(ctx, account);

  await ctx.db.transaction((tx) => speakFor(tx, { ...successor, channel_id: null }, '6281500000001'));

  expect(both).toEqual([true, ['6281388888888', CUSTOMER]]);
  expect(await seen(sees(account, device))).toBe(false);
  expect(await seen(sees(account, successor))).toBe(true);
  expect(await phonesOf(sees(account, device), {})).toEqual(['6281388888888']);
});
