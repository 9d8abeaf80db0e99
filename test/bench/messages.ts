import pg from 'pg';
import { Agent, request } from 'undici';
import { type BenchGateway, startBenchGateway } from './bench-gateway.ts';

/** `npm run bench -- messages 100000`: how many there are. */
const MESSAGES = Number(process.argv[3] ?? 1_000_000);
const DEVICES = 20;
const REPEATS = 5;
const GOAL_MS = 50;

/** Values that many messages have, that few have, and that none has. */
const FILTERS: Record<string, readonly string[]> = {
  device_uuid: ['busy', 'quiet', 'unused'],
  phone: ['6281000000007', '6281999999999'],
  direction: ['in', 'out'],
  status: ['queued', 'sent', 'delivered', 'read', 'failed', 'received'],
  type: ['text', 'image', 'video', 'sticker'],
  broadcast_id: ['1', '2', '3'],
  since: [daysAgo(1), daysAgo(200), daysAgo(-1)],
  until: [daysAgo(1), daysAgo(200), daysAgo(2_000)],
};

/**
 * Fills the messages of one account: a year of them, mostly sent. Reads the first page of each filter and each pair
 * of filters, over one connection, from the request to the last byte. Then pages far from the start, and the export.
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

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}

/** Returns devices by name. */
async function build(client: pg.Client, accountId: number): Promise<Record<string, string>> {
  const startedAt = performance.now();
  await client.query(
    `insert into devices (account_id, label, engine, network, phone_number)
     select $1, 'Kasir', 'economy', 'live', (628990000000 + n)::text from generate_series(1, ${DEVICES}) n`,
    [accountId],
  );
  await client.query(
    `insert into messages (account_id, public_id, device_id, direction, source, type, status, phone, body, due,
       error_code, broadcast_id, broadcast_place, wa_message_id, reserved_wa_id, created_at)
     select $1, n,
       (select min(id) from devices)
         + case when n % 5000 = 7 then ${DEVICES} - 2 else n % (${DEVICES} - 2) end,
       case status when 'received' then 'in' else 'out' end,
       case when status = 'received' then 'customer' when n % 5 = 3 then 'broadcast' else 'api' end,
       case when n % 20000 = 1 then 'video' when n % 10 = 1 then 'image' else 'text' end, status,
       (6281000000000 + n % 50000)::text, 'Halo, pesanan Anda siap diambil.', status = 'queued',
       case status when 'failed' then 'not_on_whatsapp' end,
       case when n % 5 = 3 and status <> 'received' then case when n % 10000 = 3 then 2 else 1 end end,
       case when n % 5 = 3 and status <> 'received' then n end, 'wa-' || n,
       case when status <> 'received' then 'wa-' || n end,
       now() - (${MESSAGES} - n) * interval '365 days' / ${MESSAGES}
     from (
       select n, case when n > ${MESSAGES} - 200 then 'queued' when n % 10 in (3, 6) then 'received'
         when n % 3000 = 17 then 'failed' when n % 10 = 1 then 'sent' when n % 10 < 6 then 'delivered'
         else 'read' end as status
       from generate_series(1, ${MESSAGES}) n
     ) m`,
    [accountId],
  );
  await client.query('vacuum analyze');
  const { rows } = await client.query('select device_uuid from devices order by id');
  console.log(`built ${MESSAGES} messages in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  return {
    busy: rows[0].device_uuid,
    quiet: rows[DEVICES - 2].device_uuid,
    unused: rows[DEVICES - 1].device_uuid,
  };
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
  const queries = [[], ...single.map((one) => [one]), ...pairs]
    .map((filters) => new URLSearchParams(filters.map(([a, b]) => [a, b] as [string, string])))
    // They exclude each other.
    .filter((query) => (query.get('since') ?? '') <= (query.get('until') ?? '9'));
  const get = async (path: string) => {
    const startedAt = performance.now();
    const answer = await request(`http://127.0.0.1:${gateway.port}${path}`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const body = (await answer.body.json()) as { data: unknown[]; next_cursor: string | null }; // as documented
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    return { body, ms: performance.now() - startedAt };
  };
  await get('/v1/messages');

  const results: { query: string; rows: number; ms: number }[] = [];
  for (const query of queries) {
    const runs = [];
    for (let n = 0; n < REPEATS; n += 1) runs.push(await get(`/v1/messages?${query}`));
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
    const { body, ms } = await get(`/v1/messages?limit=200${cursor}`);
    deep.push({ query: `page ${n + 1} of 200`, rows: body.data.length, ms });
    cursor = `&cursor=${body.next_cursor}`;
  }
  report('pages of 200, one after the other', deep);
  const walk = [];
  for (let cursor = ''; cursor !== '&cursor=null'; ) {
    const { body, ms } = await get(`/v1/messages?type=sticker${cursor}`);
    walk.push({ query: 'a page', rows: body.data.length, ms });
    cursor = `&cursor=${body.next_cursor}`;
  }
  report('all pages of a type that no message has', walk);
  const startedAt = performance.now();
  const answer = await request(`http://127.0.0.1:${gateway.port}/v1/messages/export`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${apiKey}` },
    bodyTimeout: 0,
  });
  let bytes = 0;
  for await (const chunk of answer.body) bytes += (chunk as Buffer).length; // a body without an encoding
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`export of ${MESSAGES}: ${seconds.toFixed(1)} s, ${(bytes / 1_048_576).toFixed(0)} MiB`);
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
