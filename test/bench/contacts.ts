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
    await build(gateway, account.account_id, neighbour.account_id);
    await measurePages(gateway, account.api_key, 'right after the build');
    await measureUpserts(gateway, account.api_key);
    await measurePages(gateway, account.api_key, 'after the upserts');
  } finally {
    await gateway.stop();
  }
}

async function build(gateway: BenchGateway, accountId: number, neighbourId: number): Promise<void> {
  const database = openDatabase(gateway.databaseUrl, { max: 2, name: 'kurir bench' });
  const startedAt = performance.now();
  for (let first = 0; first < CONTACTS; first += BATCH) {
    const contacts = Array.from({ length: BATCH }, (_, index) => contactOf(accountId, first + index));
    await upsertContacts(database.db, contacts, new Date());
    if (first % (10 * BATCH) === 0) {
      const others = contacts.map((contact) => ({ ...contact, account_id: neighbourId }));
      await upsertContacts(database.db, others, new Date());
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`built ${CONTACTS} contacts with 3 tags in ${seconds.toFixed(0)} s, in batches of ${BATCH}`);
  await database.close();
}

function contactOf(accountId: number, n: number): ContactChange {
  const tags = Object.keys(TAGS).filter((tag) => TAGS[tag]?.(n));
  return { account_id: accountId, phone: String(6_281_000_000_000 + n), name: `Pelanggan ${n}`, tags };
}

async function measureUpserts(gateway: BenchGateway, apiKey: string): Promise<void> {
  const bodies = {
    'new contacts': { phone: '62{number}', name: 'Budi', tags: ['all', 'half'] },
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

async function measurePages(gateway: BenchGateway, apiKey: string, when: string): Promise<void> {
  console.log(`pages ${when} (${GOALS}), p50 / p99 / max ms`);
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
  await dispatcher.close();
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `${at(0.5)} / ${at(0.99)} / ${at(1)}`;
}
