import { loadConfig } from '../../src/config.ts';
import { type Context, createContext } from '../../src/context.ts';
import { SearchIndexer } from '../../src/inbox/conversations/search/indexer.ts';
import { searchChat, searchConversations } from '../../src/inbox/conversations/search/search.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { startBenchGateway } from './bench-gateway.ts';
import { buildSearchScene } from './search-scene.ts';

/** `npm run bench -- search 100000`: how many messages there are. */
const MESSAGES = Number(process.argv[3] ?? 1_000_000);
const REPEATS = 60;
const GOAL = 'goal: p95 <= 100 ms';
const QUERIES = [
  'halo',
  'diskon',
  'garansi',
  'unik',
  'tidakada',
  'lebaran',
  'spam',
  'pesanan halo diskon',
  'Budi',
  '8000',
];

/** Builds a large account beside a small one, lets the indexer finish, and searches over one connection. */
export async function run(): Promise<void> {
  const gateway = await startBenchGateway({ KURIR_ROLES: 'api' });
  let ctx: Context | null = null;
  try {
    const context = benchContext(gateway.databaseUrl);
    ctx = context;
    const large = (await gateway.kurir('account', 'create', '--name', 'Bench', '--plan', 'pro')).account_id;
    const small = (await gateway.kurir('account', 'create', '--name', 'Small', '--plan', 'pro')).account_id;
    await buildSearchScene(context.db, large, {
      messages: MESSAGES,
      conversations: Math.ceil(MESSAGES / 10),
    });
    await buildSearchScene(context.db, small, { messages: 1_000, conversations: 100 });
    await index(new SearchIndexer(context));
    for (const [name, id] of [
      ['large', large],
      ['small', small],
    ] as const) {
      const chat = await largestChat(context, id);
      const all = { ...ALL, cursor: null, limit: 50 };
      for (const q of QUERIES) {
        await measure(`${name} ${q.padEnd(20)} conversations`, () =>
          searchConversations(context, { id }, { ...all, q }),
        );
        const place = { q, before: null, limit: 50 };
        await measure(`${name} ${q.padEnd(20)} in one chat  `, () =>
          searchChat(context, { id }, chat, place),
        );
      }
    }
  } finally {
    await ctx?.close();
    await gateway.stop();
  }
}

async function measure(name: string, search: () => Promise<{ ids: readonly number[] }>): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let n = 0; n < REPEATS; n += 1) {
    const startedAt = performance.now();
    found = (await search()).ids.length;
    times.push(performance.now() - startedAt);
  }
  console.log(`${name} ${String(found).padStart(3)}   ${spread(times)} (${GOAL})`);
}

/** It has one of 50 messages. */
async function largestChat({ db }: Context, accountId: number): Promise<number> {
  const text = 'select min(id)::int as id from conversations where account_id = $1';
  const [row] = (await db.query<{ id: number }>({ text }, [accountId])).rows;
  return row?.id ?? 0;
}

const benchContext = (databaseUrl: string): Context =>
  createContext({
    config: loadConfig({ LOG_LEVEL: 'silent', KURIR_DATABASE_SILENCE_SECONDS: '600' }),
    databaseUrl,
    box: createSecretBox('00'.repeat(32)),
    log: silentLog,
    name: 'kurir bench',
  });

const ALL = {
  facets: Array.from({ length: 64 }, (_, facet) => facet),
  channelIds: null,
  assignee: null,
  labelId: null,
  teamId: null,
};

async function index(indexer: SearchIndexer): Promise<void> {
  const startedAt = performance.now();
  for (let step = 0; step < 3; step += 1) await indexer.runOnce();
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`indexed ${MESSAGES} messages in ${seconds.toFixed(1)} s`);
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`;
}
