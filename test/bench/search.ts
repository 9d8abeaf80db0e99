import { loadConfig } from '../../src/config.ts';
import { type Context, createContext } from '../../src/context.ts';
import { SearchIndexer } from '../../src/inbox/conversations/search/indexer.ts';
import { searchConversations } from '../../src/inbox/conversations/search/search.ts';
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
    ctx = benchContext(gateway.databaseUrl);
    const large = (await gateway.kurir('account', 'create', '--name', 'Bench', '--plan', 'pro')).account_id;
    const small = (await gateway.kurir('account', 'create', '--name', 'Small', '--plan', 'pro')).account_id;
    await buildSearchScene(ctx.db, large, { messages: MESSAGES, conversations: Math.ceil(MESSAGES / 10) });
    await buildSearchScene(ctx.db, small, { messages: 1_000, conversations: 100 });
    await index(new SearchIndexer(ctx));
    for (const [name, id] of [
      ['large', large],
      ['small', small],
    ] as const) {
      for (const q of QUERIES) {
        const times: number[] = [];
        let found = 0;
        for (let n = 0; n < REPEATS; n += 1) {
          const startedAt = performance.now();
          const page = await searchConversations(ctx, { id }, { ...ALL, q, cursor: null, limit: 50 });
          times.push(performance.now() - startedAt);
          found = page.ids.length;
        }
        console.log(
          `${name} ${q.padEnd(20)} ${String(found).padStart(3)} conversations   ${spread(times)} (${GOAL})`,
        );
      }
    }
  } finally {
    await ctx?.close();
    await gateway.stop();
  }
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
