import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { script } from './bench-gateway.ts';
import type { BareJob } from './official-bare.ts';
import type { CallbacksJob, CallbacksResult } from './official-callbacks.ts';
import {
  APP_SECRET,
  fromStandIn,
  median,
  type Official,
  type Round,
  roundOf,
  sendPlain,
  TEXT,
  TOKEN,
  withOfficialNumbers,
} from './official-scene.ts';

const ROUNDS = 3;
const MESSAGES = 30_000;
/** Enough numbers that the pacer delays no message. */
const NUMBERS = 16;
/** The engine keeps this number of connections to the provider. */
const CONNECTIONS = 256;
const CALLBACKS = { perSecond: 200, seconds: 15 };
const PHONES = 6_281_000_000_000;

const exec = promisify(execFile);

/**
 * Sending: accepted messages go out through a real gateway with its embedded PostgreSQL (fsync on). A bare
 * undici loop makes the same calls to the same stand-in, in alternating rounds. Receiving: the time from a
 * signed callback to the first POST of the webhook.
 */
export async function run(): Promise<void> {
  await withOfficialNumbers(NUMBERS, async (official) => {
    await measureSending(official);
    await measureReceiving(official);
  });
}

// Sending ---------------------------------------------------------------------------------------------------

async function measureSending(official: Official): Promise<void> {
  const rounds: { bare: Round[]; kurir: Round[] } = { bare: [], kurir: [] };
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds.bare.push(await bareRound(official, PHONES + 2 * n * MESSAGES));
    rounds.kurir.push(await sendPlain(official, PHONES + (2 * n + 1) * MESSAGES, MESSAGES));
  }
  const limit = median(rounds.bare.map(({ perSecond }) => perSecond));
  for (const [name, each] of Object.entries({ 'bare undici': rounds.bare, dispatch: rounds.kurir })) {
    const perSecond = median(each.map((round) => round.perSecond));
    const busy = median(each.map((round) => round.standIn)).toFixed(2);
    const settled = median(each.map((round) => round.settledPerSecond)).toFixed(0);
    const all = each.map((round) => round.perSecond.toFixed(0)).join(' ');
    const rate = `${perSecond.toFixed(0).padStart(6)}/s   ratio ${(perSecond / limit).toFixed(2)}`;
    const rest = `rounds ${all}   until settled ${settled}/s   stand-in ${busy} of a core`;
    console.log(`${name.padEnd(12)} ${rate}   ${rest}`);
  }
}

async function bareRound({ provider, numbers }: Official, firstPhone: number): Promise<Round> {
  const job: BareJob = {
    url: provider,
    numbers,
    token: TOKEN,
    connections: CONNECTIONS,
    firstPhone,
    count: MESSAGES,
    text: TEXT,
  };
  await exec(process.execPath, [script('official-bare.ts'), JSON.stringify(job)]);
  return roundOf(await fromStandIn(provider, 'counted'), MESSAGES);
}

// Receiving -------------------------------------------------------------------------------------------------

async function measureReceiving({ gateway, apiKey, numbers }: Official): Promise<void> {
  const url = `http://127.0.0.1:${gateway.port}`;
  const job: CallbacksJob = { url, apiKey, appSecret: APP_SECRET, numbers, ...CALLBACKS };
  const { stdout } = await exec(process.execPath, [script('official-callbacks.ts'), JSON.stringify(job)]);
  const { sent, refused, arrived, p50Ms, p99Ms, maxMs }: CallbacksResult = JSON.parse(stdout);
  if (refused > 0 || arrived < sent)
    throw new Error(`${refused} of ${sent} callbacks refused, ${arrived} arrived`);
  const [p50, p99, max] = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(1));
  const spread = `p50 ${p50} ms   p99 ${p99} ms   max ${max} ms`;
  console.log(`callback to webhook at ${CALLBACKS.perSecond}/s: ${spread}   all of ${sent} arrived`);
}
