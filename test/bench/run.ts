interface Benchmark {
  /** The arguments after the name. Each has a default. */
  args?: string;
  about: string;
  load(): Promise<{ run(): Promise<void> }>;
}

/** `npm run bench -- NAME`: runs a benchmark, and prints its figures beside a measured limit or the goal. */
const BENCHMARKS: Record<string, Benchmark> = {
  accept: {
    args: '[--stored messages]',
    about: 'POST /v1/messages per second, beside a bare Fastify echo; with messages stored before, too',
    load: () => import('./accept.ts'),
  },
  automation: {
    args: '[per second] [seconds] [--statements]',
    about:
      'from the network to the answer of the automation on the phone, and to the webhook with and without ' +
      'automation',
    load: () => import('./automation.ts'),
  },
  broadcast: {
    args: '[contacts] [sent]',
    about:
      'recipients of broadcasts per second, beside plain messages; creation, first send and memory of large ones',
    load: () => import('./broadcast.ts'),
  },
  contacts: {
    args: '[contacts]',
    about: 'pages and upserts of a million contacts',
    load: () => import('./contacts.ts'),
  },
  conversations: {
    args: '[conversations]',
    about: 'lists of a million conversations by every pair of filters',
    load: () => import('./conversations.ts'),
  },
  cost: {
    args: '[--statements] [--idle|--messages]',
    about:
      'statements, commits and CPU of one message at 1, 10 and 256 connections, on the official cloud; and ' +
      'of an idle gateway with 16 economy devices, alone with --idle',
    load: () => import('./cost.ts'),
  },
  dashboard: {
    args: '[seconds]',
    about:
      'first paint of the inbox with 1,000 conversations, long tasks at 50 events a second, and scrolling ' +
      '10,000 conversations and messages',
    load: () => import('./dashboard.ts'),
  },
  inbound: {
    args: '[per second] [seconds]',
    about: 'from the network to the stored conversation, and to the webhook, at a steady rate of customers',
    load: () => import('./inbound.ts'),
  },
  'inbox-jobs': {
    about: 'clicks, keys and seconds of the ten commonest jobs in an inbox of sixty chats',
    load: () => import('./inbox-jobs.ts'),
  },
  latency: {
    args: '[per second] [seconds]',
    about:
      'from the 202 to the other side, and from the request to the webhooks, at a steady rate, on both engines',
    load: () => import('./latency.ts'),
  },
  messages: {
    args: '[messages]',
    about: 'lists of a million messages by every pair of filters, and their export',
    load: () => import('./messages.ts'),
  },
  official: {
    about:
      'messages per second on the official cloud, beside a bare undici loop; from a callback to its webhook',
    load: () => import('./official.ts'),
  },
  search: {
    args: '[messages]',
    about: 'searches among the messages of conversations, for frequent, rare and unknown words',
    load: () => import('./search.ts'),
  },
  sessions: {
    args: '[sessions]',
    about: 'memory of a connected economy session, beside bare Baileys',
    load: () => import('./sessions.ts'),
  },
  stream: {
    args: '[per second] [seconds] [streams]',
    about:
      'from the network to live streams, beside the webhook, at a steady rate of customers; memory beside a ' +
      'client that never reads',
    load: () => import('./stream.ts'),
  },
  webhooks: {
    about: 'deliveries per second, beside a bare undici loop; from an event to its first request',
    load: () => import('./webhooks.ts'),
  },
  'webhooks-table': {
    args: '[deliveries]',
    about:
      'size of the tables of webhooks after a million deliveries, after retention, and after as many again',
    load: () => import('./webhooks-table.ts'),
  },
  widget: {
    args: '[visitors] [seconds]',
    about:
      'from the post of a visitor to the inbox, with an open stream of each visitor, beside POST /v1/messages',
    load: () => import('./widget.ts'),
  },
};

const benchmark = BENCHMARKS[process.argv[2] ?? ''];
if (!benchmark) {
  const lines = Object.entries(BENCHMARKS).map(
    ([name, { args = '', about }]) => `  ${`${name} ${args}`.padEnd(32)} ${about}`,
  );
  console.error(`Which benchmark? npm run bench -- NAME\n${lines.join('\n')}`);
  process.exit(1);
}
const { run } = await benchmark.load();
await run();
