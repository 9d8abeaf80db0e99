import pg from 'pg';
import { Agent, request } from 'undici';
import { type ContactChange, upsertContacts } from '../../src/gateway/contacts/store.ts';
import { openDatabase } from '../../src/platform/lib/db/db.ts';
import { type BenchGateway, runLoad, startBenchGateway } from './bench-gateway.ts';

/** `npm run bench -- contacts 100000`: how many there are. */
const CONTACTS = Number(process.argv[3] ?? 1_000_000);
const BATCH = 1_000;
const CONNECTIONS = 64;
const SECONDS = 5;
const RANDOM_PAGES = 300;
const REPEATS = 100;

/** Which contacts have which tag: one of them, half of them, all of them. */
const TAGS: Record<string, (n: number) => boolean> = {
  one: (n) => n === Math.floor(CONTACTS / 2),
  half: (n) => n % 2 === 0,
  all: () => true,
};
/** Ten own fields: from a value of half of the contacts to one that each contact has for itself. */
const FIELDS: Record<
  string,
  { type: string; choices?: string[]; of: (n: number) => string | number | boolean }
> = {
  kota: { type: 'text', of: (n) => `Kota ${n % 1_000}` },
  kode: { type: 'text', of: (n) => `K-${n}` },
  jalan: { type: 'text', of: (n) => `Jalan Melati ${n % 50_000}` },
  poin: { type: 'number', of: (n) => n },
  belanja: { type: 'number', of: (n) => (n * 7_919) % 100_000 },
  lahir: { type: 'date', of: (n) => dayOf(n % 20_000) },
  terakhir: { type: 'date', of: (n) => dayOf(18_000 + (n % 2_000)) },
  member: { type: 'yes_no', of: (n) => n % 2 === 0 },
  grosir: { type: 'yes_no', of: (n) => n % 100 === 0 },
  level: { type: 'choice', choices: ['perak', 'emas'], of: (n) => (n % 4 === 0 ? 'emas' : 'perak') },
};
const dayOf = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);
/** The last two meet in no contact. */
const FILTERS = [
  'kode=K-4711',
  'kota=Kota 7',
  'member=true',
  'grosir=true; level=emas',
  'poin>=10; poin<=20',
  'belanja>=50000',
  'terakhir>=2023-01-01; member=true; belanja<=90000',
  'lahir<=1971-01-01; level=emas; kota=Kota 8',
  'member=false; grosir=true',
  'poin<=10; belanja>=99999',
];
/** Conditions on people, as segments have them. */
const OF_PEOPLE = [
  { silent_days: 90 },
  { active_days: 30, tag: 'half' },
  { silent_days: 90, tag: 'half', consent: 'not_opted_out' },
  { consent: 'opted_out', tag: 'half' },
  { silent_days: 90, tag: 'half', fields: 'member=true' },
];
/** Their last messages are up to this many days old. One of a hundred has opted out. */
const CHATS = { share: 0.3, days: 365, optedOutEach: 100 };
const GOALS = 'goals: first and last page <= 50 ms, any page <= 100 ms';

/**
 * Builds a large contact book through the gateway's statement. A neighbour account in between makes gaps in
 * the ids. Then measures upserts over HTTP, and pages over one connection, from the request to the last byte.
 */
export async function run(): Promise<void> {
  const gateway = await startBenchGateway();
  try {
    const account = await gateway.kurir('account', 'create', '--name', 'Bench', '--plan', 'pro');
    const neighbour = await gateway.kurir('account', 'create', '--name', 'Neighbour', '--plan', 'pro');
    await build(gateway, account, neighbour.account_id);
    await measureFilters(gateway, account.api_key);
    await buildChats(gateway, account.account_id);
    await measureQueries(gateway, account.api_key, OF_PEOPLE);
    await measurePages(gateway, account.api_key, 'right after the build');
    await measureUpserts(gateway, account.api_key);
    await measurePages(gateway, account.api_key, 'after the upserts');
  } finally {
    await gateway.stop();
  }
}

interface Owner {
  account_id: number;
  api_key: string;
}

async function build(
  gateway: BenchGateway,
  { account_id: accountId, api_key }: Owner,
  neighbourId: number,
): Promise<void> {
  for (const [name, { type, choices }] of Object.entries(FIELDS)) {
    await request(`http://127.0.0.1:${gateway.port}/v1/contact-fields`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, type, ...(choices && { choices }) }),
    });
  }
  const database = openDatabase(gateway.databaseUrl, { max: 2, name: 'kurir bench' });
  const startedAt = performance.now();
  for (let first = 0; first < CONTACTS; first += BATCH) {
    const contacts = Array.from({ length: BATCH }, (_, index) => contactOf(accountId, first + index));
    await upsertContacts(database.db, contacts, new Date());
    if (first % (10 * BATCH) === 0) {
      const others = contacts.map(({ fields: _, ...contact }) => ({ ...contact, account_id: neighbourId }));
      await upsertContacts(database.db, others, new Date());
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `built ${CONTACTS} contacts with 3 tags and 10 own fields in ${seconds.toFixed(0)} s, in batches of ${BATCH}`,
  );
  await database.close();
}

function contactOf(accountId: number, n: number): ContactChange {
  const tags = Object.keys(TAGS).filter((tag) => TAGS[tag]?.(n));
  // The first account of a database: its fields have the ids from 1 on.
  const fields = Object.fromEntries(Object.values(FIELDS).map(({ of }, index) => [index + 1, of(n)]));
  return {
    account_id: accountId,
    phone: String(6_281_000_000_000 + n),
    name: `Pelanggan ${n}`,
    tags,
    fields,
  };
}

async function measureUpserts(gateway: BenchGateway, apiKey: string): Promise<void> {
  const bodies = {
    'new contacts': { phone: '62{number}', name: 'Budi', tags: ['all', 'half'] },
    'new contacts with ten fields': {
      phone: '62{number}',
      fields: Object.fromEntries(Object.entries(FIELDS).map(([name, { of }]) => [name, of(7)])),
    },
    'one contact, its tags in turn': null,
  };
  for (const [name, body] of Object.entries(bodies)) {
    const requests = (
      body ? [body] : ['all', 'half', 'one'].map((tag) => ({ phone: '6281000000007', tags: [tag] }))
    ).map((payload) => ({ head: headOf(apiKey), body: JSON.stringify(payload) }));
    const result = await runLoad({
      port: gateway.port,
      connections: CONNECTIONS,
      seconds: SECONDS,
      requests,
    });
    const { perSecond, p50Ms, p99Ms, statuses } = result;
    console.log(
      `upserts, ${name}: ${perSecond}/s   p50 ${p50Ms} ms   p99 ${p99Ms} ms   ${JSON.stringify(statuses)}`,
    );
  }
}

function headOf(apiKey: string): string {
  return [
    'POST /v1/contacts HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${apiKey}`,
    'content-type: application/json',
    '',
  ].join('\r\n');
}

/** Pages over one connection, from the request to the last byte. */
function reader(gateway: BenchGateway, apiKey: string) {
  const dispatcher = new Agent({ connections: 1 });
  const get = async (query: Record<string, string | number>) => {
    const params = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    );
    const startedAt = performance.now();
    const answer = await request(`http://127.0.0.1:${gateway.port}/v1/contacts?${params}`, {
      dispatcher,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const text = await answer.body.text();
    return { ms: performance.now() - startedAt, page: JSON.parse(text) };
  };
  return { get, close: () => dispatcher.close() };
}

async function measureFilters(gateway: BenchGateway, apiKey: string): Promise<void> {
  console.log('filters (goal: any page <= 100 ms), p50 / p99 / max ms');
  const queries = ['', 'half'].flatMap((tag) => FILTERS.map((fields) => ({ fields, tag })));
  await measureQueries(gateway, apiKey, queries);
}

async function measureQueries(
  gateway: BenchGateway,
  apiKey: string,
  queries: readonly Record<string, string | number>[],
): Promise<void> {
  const { get, close } = reader(gateway, apiKey);
  for (const filter of queries) {
    const query = { ...filter, per_page: 200 };
    const { page } = await get(query);
    const times: number[] = [];
    for (let n = 0; n < REPEATS; n += 1)
      times.push((await get({ ...query, page: 1 + (n % Math.max(1, page.last_page)) })).ms);
    const title = Object.values(filter).join(' ').padEnd(58);
    console.log(`${title} ${String(page.total).padStart(6)}   ${spread(times)}`);
  }
  await close();
}

/** Of the first contacts: a person each, with a chat. */
async function buildChats({ databaseUrl }: BenchGateway, accountId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const count = CONTACTS * CHATS.share;
  await client.query(
    `with channel as (
       insert into channels (account_id, kind, address) values ($1, 'whatsapp', '628990000001') returning id
     ), chosen as (
       select phone, row_number() over (order by place) as n from contacts
       where account_id = $1 order by place limit $2
     ), person as (
       insert into people (account_id, name, created_at) select $1, n::text, now() from chosen returning id, name
     ), identity as (
       insert into person_identities (account_id, kind, value, person_id)
       select $1, 'phone', phone, p.id from chosen join person p on p.name = n::text
     ), opted_out as (
       insert into opt_outs (account_id, phone, created_at)
       select $1, phone, now() from chosen where n % ${CHATS.optedOutEach} = 0
     )
     insert into conversations (account_id, channel_id, person_id, phone, owner_state, owner_since, last_at, created_at)
     select $1, channel.id, p.id, phone, 'closed', now(),
       now() - (hashint8(n) % 100000 + 100000) * interval '${CHATS.days} days' / 200000, now()
     from chosen join person p on p.name = n::text cross join channel`,
    [accountId, count],
  );
  await client.query('analyze people, person_identities, conversations, opt_outs');
  await client.end();
}

async function measurePages(gateway: BenchGateway, apiKey: string, when: string): Promise<void> {
  console.log(`pages ${when} (${GOALS}), p50 / p99 / max ms`);
  const { get, close } = reader(gateway, apiKey);
  for (const tag of [undefined, ...Object.keys(TAGS)]) {
    for (const per_page of [50, 200]) {
      const query = { per_page, ...(tag !== undefined && { tag }) };
      const { page } = await get(query);
      const last: number = page.last_page;
      const pages: Record<string, () => number> = {
        first: () => 1,
        last: () => last,
        middle: () => Math.ceil(last / 2),
        random: () => 1 + Math.floor(Math.random() * last),
      };
      const figures: string[] = [];
      for (const [name, choose] of Object.entries(pages)) {
        const times: number[] = [];
        for (let n = 0; n < (name === 'random' ? RANDOM_PAGES : REPEATS); n += 1)
          times.push((await get({ ...query, page: choose() })).ms);
        figures.push(`${name} ${spread(times)}`);
      }
      const title = `${(tag ?? 'no tag').padEnd(7)} ${String(page.total).padStart(8)}`;
      console.log(`${title} per_page ${String(per_page).padEnd(4)} ${figures.join('   ')}`);
    }
  }
  await close();
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}
