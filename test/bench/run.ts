/** `npm run bench -- NAME`: runs one benchmark and prints its figures beside the limit measured in the same run. */
const BENCHMARKS: Record<string, () => Promise<{ run(): Promise<void> }>> = {
  accept: () => import('./accept.ts'),
  broadcast: () => import('./broadcast.ts'),
  contacts: () => import('./contacts.ts'),
  official: () => import('./official.ts'),
  sessions: () => import('./sessions.ts'),
  webhooks: () => import('./webhooks.ts'),
  'webhooks-table': () => import('./webhooks-table.ts'),
};

const name = process.argv[2] ?? '';
const load = BENCHMARKS[name];
if (!load) {
  console.error(`Which benchmark? npm run bench -- ${Object.keys(BENCHMARKS).join(' | ')}`);
  process.exit(1);
}
const benchmark = await load();
await benchmark.run();
