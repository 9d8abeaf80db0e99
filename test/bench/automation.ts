import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { script } from './bench-gateway.ts';
import { type DatabaseWork, openDatabaseMeter, PRELOAD_METER } from './cost-statements.ts';
import { type CpuOfParts, cpuOfParts, cpuSince } from './cpu.ts';
import { addPhones, call, chatsAt, type Economy, withEconomyDevices } from './economy-scene.ts';
import type { InboundJob, InboundResult } from './inbound-load.ts';
import { untilTrue } from './official-scene.ts';
import { printSpread } from './spread.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  options: { statements: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** `npm run bench -- automation 200 10`: messages of customers per second in all, and for how many seconds. */
const PER_SECOND = Number(positionals[0] ?? 200);
const SECONDS = Number(positionals[1] ?? 10);
const WARM_UP_SECONDS = 5;
const DEVICES = 10;
const CUSTOMERS = Math.min(400, PER_SECOND * WARM_UP_SECONDS);
const FIRST_CUSTOMER = 6_281_200_000_000;
const LOAD_MS = (WARM_UP_SECONDS + SECONDS + 60) * 1000;
/** A list leaves out statements with fewer calls of each message. */
const LEAST_CALLS = 0.02;
const LISTED_WIDTH = 100;
/** The phones are read seldom, because that takes time of the gateway too. */
const LOOK_MS = 2_000;
const QUIET_LOOKS = 2;
const MAX_LOOKS = 60;

const exec = promisify(execFile);

/**
 * Measures the time from the network to the answer of rules, a flow and the assistant on the phone. Beside it, the time
 * to the webhook with and without automation, in the same run. All delays of the automation are 0. `--statements`
 * counts the statements of one message, which costs time itself.
 */
export async function run(): Promise<void> {
  await withEconomyDevices(DEVICES, measure, values.statements ? PRELOAD_METER : []);
}

async function measure(economy: Economy): Promise<void> {
  // Without automation, chats go to staff: the others belong to new customers.
  const [some, others] = [FIRST_CUSTOMER, FIRST_CUSTOMER + CUSTOMERS].map((first) =>
    Array.from({ length: CUSTOMERS }, (_, n) => String(first + n)),
  ) as [string[], string[]]; // made of two numbers
  await addPhones(economy, [...some, ...others]);
  console.log(`${PER_SECOND}/s to ${DEVICES} devices from ${CUSTOMERS} customers`);
  await round(economy, some, { name: 'without automation', isMixed: false });
  await automate(economy);
  await round(economy, others, { name: 'with automation', isMixed: true });
}

async function round(
  economy: Economy,
  customers: string[],
  { name, isMixed }: { name: string; isMixed: boolean },
): Promise<void> {
  const { gateway, apiKey, owners, sandboxToken } = economy;
  const rate = { perSecond: PER_SECOND, warmUpSeconds: WARM_UP_SECONDS, seconds: SECONDS };
  const url = `http://127.0.0.1:${gateway.port}`;
  const job: InboundJob = { url, apiKey, owners, customers, sandboxToken, ...rate, isMixed };
  const meter = values.statements ? await openDatabaseMeter(gateway) : null;
  await meter?.begin();
  const before = await cpuOfParts(gateway.pid);
  const running = exec(process.execPath, [script('inbound-load.ts')], {
    timeout: LOAD_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  // Hundreds of customers are too long for an argument.
  running.child.stdin?.end(JSON.stringify(job));
  const { messages, offeredPerSecond }: InboundResult = JSON.parse((await running).stdout);
  const untilWebhooks = await cpuSince(before, gateway.pid);
  const chats = await answeredChats(economy, customers, isMixed);
  const cpu = await cpuSince(before, gateway.pid);
  const work = await meter?.end();
  await meter?.client.end();

  const sent = new Map(chats.flat().map(({ text, at }) => [text, at]));
  const all = PER_SECOND * (WARM_UP_SECONDS + SECONDS);
  console.log(`${name}: ${messages.length} messages, offered ${offeredPerSecond.toFixed(1)}/s`);
  printSpread(
    'network to the webhook',
    messages.map(({ body, reportedAt }) => (reportedAt ?? Infinity) - (sent.get(body) ?? 0)),
  );
  if (isMixed) printSpread('network to the answer on the phone', answerTimes(chats, messages));
  const parts = (given: CpuOfParts) =>
    Object.entries(given)
      .map(([part, ms]) => `${part} ${(ms / all).toFixed(1)}`)
      .join(', ');
  console.log(`  CPU of a message, ms: ${parts(cpu)}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  if (isMixed) console.log(`  of it until the webhooks came: ${parts(untilWebhooks)}`);
  if (work) printWork(work, all);
}

type Chat = Awaited<ReturnType<typeof chatsAt>>[0];

/** After each chat ends with an answer and none has followed for a while, or after the time limit. */
async function answeredChats(
  economy: Economy,
  customers: readonly string[],
  isMixed: boolean,
): Promise<Chat[]> {
  let chats = await chatsAt(economy, customers);
  for (let quiet = 0, looks = 0; isMixed && quiet < QUIET_LOOKS && looks < MAX_LOOKS; looks += 1) {
    await wait(LOOK_MS);
    const earlier = chats.flat().length;
    chats = await chatsAt(economy, customers);
    const isQuiet = chats.flat().length === earlier && chats.every((chat) => chat.at(-1)?.isOwn === false);
    quiet = isQuiet ? quiet + 1 : 0;
  }
  return chats;
}

/** In the order of the messages. The assistant answers messages together that waited together: the first ones. */
function answerTimes(chats: readonly Chat[], counted: InboundResult['messages']): number[] {
  const bodies = new Set(counted.map(({ body }) => body));
  return chats.flatMap((chat) => {
    const [questions, answers] = [true, false].map((own) => chat.filter(({ isOwn }) => isOwn === own));
    if (!questions || !answers) return [];
    const joined = questions.length - answers.length;
    return questions.flatMap(({ text, at }, index) => {
      const answer = answers.find((each, place) => place >= index - joined && each.at >= at);
      return bodies.has(text) ? [(answer?.at ?? Infinity) - at] : [];
    });
  });
}

/** Half of the messages are for a rule, a fifth for a flow, and the others for the assistant. */
async function automate(economy: Economy): Promise<void> {
  const breakers = { per_minute: 100, per_hour: 50, same_text: 50, fast_replies: 50 };
  const delays = { debounce_seconds: 0, reply_delay: { min_seconds: 0, max_seconds: 0 } };
  await call(economy, 'PATCH', '/v1/automation', { ...delays, breakers, device_budget_per_minute: null });
  await call(economy, 'POST', '/v1/auto-replies', {
    ...{ kind: 'keyword', name: 'Harga', match: 'starts', patterns: ['harga'] },
    replies: [{ type: 'text', body: 'Rp 10.000' }],
  });
  const nodes = [
    {
      ...{ id: 'start', type: 'start', next: 'name' },
      triggers: [{ match: 'starts', patterns: ['pesan'] }],
    },
    {
      ...{ id: 'name', type: 'ask', text: 'Atas nama siapa?', save_to: 'name' },
      ...{ answer: { kind: 'text' }, answered: 'thanks' },
    },
    { id: 'thanks', type: 'send_text', text: 'Terima kasih.', next: 'end' },
    { id: 'end', type: 'end' },
  ];
  const flow = await call(economy, 'POST', '/v1/flows', { name: 'Pesan', definition: { nodes } });
  await call(economy, 'POST', `/v1/flows/${flow.id}/publish`, {});
  for (const [answer, ...questions] of FAQS) {
    await call(economy, 'POST', '/v1/knowledge/faqs', { answer, questions });
  }
  const bands = { answer: 0.001, clarify: 0.0005 };
  await call(economy, 'PATCH', '/v1/assistant', { enabled: true, introduce: false, bands });
  const isLearned = async () => (await call(economy, 'GET', '/v1/assistant')).model.state === 'ready';
  await untilTrue(isLearned, 'the training');
}

const FAQS = [
  ['Rp15.000.', 'Berapa ongkir ke Bandung?', 'ongkos kirim bandung berapa', 'biaya pengiriman ke bandung'],
  ['08.00 sampai 17.00.', 'Jam buka toko?', 'buka jam berapa', 'toko tutup jam berapa ya'],
  ['Transfer BCA atau QRIS.', 'Cara bayar?', 'bisa bayar pakai apa saja', 'metode pembayaran'],
] as const;

function printWork({ statements, commits, walBytes, list }: DatabaseWork, messages: number): void {
  const per = (figure: number) => (figure / messages).toFixed(2);
  console.log(
    `  of a message: ${per(statements)} statements, ${per(commits)} commits, ${per(walBytes / 1024)} KiB of WAL`,
  );
  for (const { text, calls, executeMs } of list.filter((each) => each.calls / messages >= LEAST_CALLS)) {
    const shown = text.slice(0, LISTED_WIDTH);
    console.log(`  ${per(calls).padStart(6)} ${(executeMs / calls).toFixed(2).padStart(7)} ms  ${shown}`);
  }
}
