import pg from 'pg';
import { Agent, request } from 'undici';
import { type BenchGateway, startBenchGateway } from './bench-gateway.ts';

/** `npm run bench -- conversations 100000`: how many there are. */
const CONVERSATIONS = Number(process.argv[3] ?? 1_000_000);
const CHANNELS = 20;
const REPEATS = 5;
const GOAL_MS = 50;

/** Values that many conversations have, that few have, and that none has. */
const FILTERS: Record<string, readonly string[]> = {
  owner_state: ['human_waiting', 'bot', 'closed'],
  open: ['true', 'false'],
  unread: ['true', 'false'],
  waiting: ['true', 'false'],
  snoozed: ['true', 'false'],
  assigned: ['true', 'false'],
  assignee: ['Staff 1', 'Rare', 'Absent'],
  label: ['many', 'few', 'none'],
  device_uuid: ['busy', 'quiet'],
};

/**
 * Fills the tables of one account. Reads the first page of each filter and each pair of filters in both orders, over
 * one connection, from the request to the last byte. Then pages far from the start.
 */
export async function run(): Promise<void> {
  const gateway = await startBenchGateway();
  const client = new pg.Client(gateway.databaseUrl);
  await client.connect();
  try {
    const account = await gateway.kurir('account', 'create', '--name', 'Bench', '--plan', 'pro');
    const devices = await build(client, account.account_id);
    await measure(gateway, account.api_key, devices);
  } finally {
    await client.end();
    await gateway.stop();
  }
}

/** Closed conversations have nothing unread, and the oldest ones are closed. Returns devices by name. */
async function build(client: pg.Client, accountId: number): Promise<Record<string, string>> {
  const startedAt = performance.now();
  await client.query(
    `insert into devices (account_id, label, engine, network, phone_number)
     select $1, 'Kasir', 'economy', 'live', (628990000000 + n)::text from generate_series(1, ${CHANNELS}) n`,
    [accountId],
  );
  await client.query(`insert into channels (account_id, kind, address, device_id)
     select account_id, 'whatsapp', phone_number, id from devices`);
  await client.query('update devices d set channel_id = c.id from channels c where c.device_id = d.id');
  await client.query(
    'insert into channel_devices (channel_id, device_id, from_message_id) select channel_id, id, 0 from devices',
  );
  await client.query(
    `insert into people (account_id, name, created_at) select $1, 'Budi', now() from generate_series(1, $2)`,
    [accountId, CONVERSATIONS],
  );
  await client.query(`insert into person_identities (account_id, kind, value, person_id)
     select account_id, 'phone', (6281000000000 + id)::text, id from people`);
  await client.query(
    `insert into conversations (account_id, channel_id, person_id, phone, owner_state, owner_since, assignee, unread,
       waiting_since, last_at, snoozed_until, created_at)
     select account_id,
       (select min(id) from channels) + case when n % 1000 = 7 then ${CHANNELS} - 1 else n % (${CHANNELS} - 1) end,
       id, (6281000000000 + id)::text, state, now(),
       case when n = 5000 then 'Rare' when n % 3 = 0 then 'Staff ' || n % 10 end,
       case when state <> 'closed' and n % 2 = 0 then 1 else 0 end,
       case when state <> 'closed' and n % 4 = 0 then now() - n * interval '1 second' end,
       now() - n * interval '1 second', case when n % 5000 = 1 then now() + interval '1 day' end, now()
     from (
       select id, account_id, n, case when n > ${CONVERSATIONS} / 3 then 'closed'
         when n % 3 = 0 then 'bot' when n % 3 = 1 then 'human_waiting' else 'human_active' end as state
       from (select id, account_id, row_number() over (order by id) as n from people) p
     ) p`,
  );
  await client.query(
    `insert into labels (account_id, name, created_at) select $1, unnest(array['many', 'few', 'none']), now()`,
    [accountId],
  );
  await client.query(`insert into conversation_labels (conversation_id, label_id, account_id)
     select c.id, l.id, c.account_id from conversations c join labels l
       on l.name = case when c.id % 5 = 0 then 'many' when c.id % 100000 = 1 then 'few' end`);
  await client.query(
    `insert into messages (account_id, public_id, device_id, direction, source, type, status, phone, body, created_at)
     select c.account_id, 2 * c.id + n, ch.device_id, case when n = 1 then 'in' else 'out' end,
       case when n = 1 then 'customer' else 'api' end,
       'text', case when n = 1 then 'received' else 'sent' end, c.phone, 'Halo', now()
     from conversations c join channels ch on ch.id = c.channel_id cross join generate_series(1, 2) n`,
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    `select d.device_uuid from channels c join devices d on d.id = c.device_id order by c.id`,
  );
  console.log(
    `built ${CONVERSATIONS} conversations with two messages each in ` +
      `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  return { busy: rows[0].device_uuid, quiet: rows[CHANNELS - 1].device_uuid };
}

async function measure(
  gateway: BenchGateway,
  apiKey: string,
  devices: Record<string, string>,
): Promise<void> {
  const agent = new Agent({ connections: 1 });
  const single = Object.entries(FILTERS).flatMap(([name, values]) =>
    values.map((value) => [name, devices[value] ?? value] as const),
  );
  const pairs = single.flatMap((one, n) =>
    single
      .slice(n + 1)
      .filter(([name]) => name !== one[0])
      .map((other) => [one, other]),
  );
  const queries = [[], ...single.map((one) => [one]), ...pairs].flatMap((filters) =>
    ['latest', 'longest_waiting'].map(
      (order) =>
        new URLSearchParams([...filters.map(([a, b]) => [a, b] as [string, string]), ['order', order]]),
    ),
  );
  const get = async (path: string) => {
    const startedAt = performance.now();
    const answer = await request(`http://127.0.0.1:${gateway.port}${path}`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const body = (await answer.body.json()) as { data: { id: string }[]; next_cursor: string | null }; // as documented
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    return { body, ms: performance.now() - startedAt };
  };
  await get('/v1/conversations');

  const results: { query: string; rows: number; ms: number }[] = [];
  for (const query of queries) {
    const runs = [];
    for (let n = 0; n < REPEATS; n += 1) runs.push(await get(`/v1/conversations?${query}`));
    const times = runs.map(({ ms }) => ms).sort((a, b) => a - b);
    results.push({
      query: String(query),
      rows: runs[0]?.body.data.length ?? 0,
      ms: times[Math.floor(REPEATS / 2)] ?? 0,
    });
  }
  report('first pages', results);
  const empty = results.filter(({ rows }) => rows === 0);
  report('first pages without a match', empty);

  const deep = [];
  for (let n = 0, cursor = ''; n < 200 && cursor !== '&cursor=null'; n += 1) {
    const { body, ms } = await get(`/v1/conversations?limit=200${cursor}`);
    deep.push({ query: `page ${n + 1} of 200`, rows: body.data.length, ms });
    cursor = `&cursor=${body.next_cursor}`;
  }
  report('pages of 200, one after the other', deep);
  const { body } = await get('/v1/conversations');
  const histories = [];
  for (const { id } of body.data)
    histories.push({ query: 'messages', rows: 2, ms: (await get(`/v1/conversations/${id}/messages`)).ms });
  report('histories', histories);
  await agent.close();
}

function report(name: string, results: { query: string; rows: number; ms: number }[]): void {
  const sorted = results.toSorted((a, b) => a.ms - b.ms);
  const worst = sorted.at(-1);
  const median = sorted[Math.floor(sorted.length / 2)];
  const late = results.filter(({ ms }) => ms > GOAL_MS).length;
  console.log(
    `${name}: ${results.length}, median ${median?.ms.toFixed(1)} ms, ` +
      `slowest ${worst?.ms.toFixed(1)} ms (${worst?.query}); ` +
      `${late} above the goal of ${GOAL_MS} ms`,
  );
}
