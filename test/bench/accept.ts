import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type AcceptScene, countMessages, openAcceptScene } from './accept-scene.ts';
import { storeMessages } from './accept-stored.ts';
import { firstLine, runLoad, script } from './bench-gateway.ts';
import { cpuOfFamily, cpuOfProcess } from './cpu.ts';
import type { LoadJob, LoadResult } from './load-generator.ts';

const CONNECTIONS = 256;
const SECONDS = 5;
const ROUNDS = 3;
const ACCOUNTS = 50;

const ECHO = script('echo-server.ts');

/** One server under one load. */
interface Side {
  name: string;
  port: number;
  pid: number;
  /** 0: no database. */
  postmaster: number;
  requests: LoadJob['requests'];
  rounds: Round[];
}

interface Round extends LoadResult {
  /** Processor time of each answer, in us. */
  serverUs: number;
  databaseUs: number;
  generatorUs: number;
}

/**
 * Measures POST /v1/messages of a real gateway beside a bare Fastify echo, with the same load generator in
 * alternating rounds. The embedded PostgreSQL has fsync on, and rate window and quota are in force. Each
 * request has a new key. `--stored N` adds a second gateway with N old messages. All keys are random then, so
 * that they reach all parts of the index.
 */
export async function run(): Promise<void> {
  const stored = storedOf(process.argv.slice(3));
  const key = stored > 0 ? '{uuid}' : '{key}';
  const echo = spawn(process.execPath, [ECHO], { stdio: ['ignore', 'pipe', 'inherit'] });
  const scenes: AcceptScene[] = [];
  try {
    const { port } = JSON.parse(await firstLine(echo));
    const empty = await openAcceptScene(ACCOUNTS, key);
    scenes.push(empty);
    const bare = { name: 'bare Fastify echo', port, pid: echo.pid ?? 0, postmaster: 0, rounds: [] };
    const sides: Side[] = [{ ...bare, requests: empty.requests.slice(0, 1) }, ...sidesOf(empty, '')];
    if (stored > 0) {
      const full = await openAcceptScene(ACCOUNTS, key);
      scenes.push(full);
      await storeMessages(full.database, stored);
      sides.push(...sidesOf(full, `, ${stored} stored`));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of sides) side.rounds.push(await measure(side));
    }
    report(sides);
    await compareCounts(sides, scenes, stored);
  } finally {
    echo.kill();
    for (const { stop } of scenes) await stop();
  }
}

function storedOf(args: string[]): number {
  const { values } = parseArgs({ args, options: { stored: { type: 'string', default: '0' } } });
  const stored = Number(values.stored);
  if (!Number.isSafeInteger(stored) || stored < 0) throw new Error('--stored: how many messages?');
  return stored;
}

function sidesOf({ port, pid, postmaster, requests }: AcceptScene, more: string): Side[] {
  const one = { name: `accept, 1 account${more}`, requests: requests.slice(0, 1) };
  const many = { name: `accept, ${ACCOUNTS} accounts${more}`, requests };
  return [one, many].map((side) => ({ ...side, port, pid, postmaster, rounds: [] }));
}

async function measure({ port, pid, postmaster, requests }: Side): Promise<Round> {
  const used = () => Promise.all([cpuOfProcess(pid), postmaster === 0 ? 0 : cpuOfFamily(postmaster)]);
  const before = await used();
  const result = await runLoad({ port, connections: CONNECTIONS, seconds: SECONDS, requests });
  const after = await used();
  const each = (ms: number) => (ms * 1000) / result.answers;
  return {
    ...result,
    serverUs: each(after[0] - before[0]),
    databaseUs: each(after[1] - before[1]),
    generatorUs: each(result.cpuMs),
  };
}

/** The medians of each side, and their ratios to the bare echo and to the rate without old messages. */
function report(sides: readonly Side[]): void {
  const [bare, ...accepts] = sides;
  for (const side of sides) {
    const middle = (figure: (round: Round) => number, digits = 0) =>
      median(side.rounds.map(figure)).toFixed(digits);
    const perSecond = median(side.rounds.map((round) => round.perSecond));
    const against = (other: Side | undefined) =>
      (perSecond / median((other ?? side).rounds.map((round) => round.perSecond))).toFixed(2);
    const errors = side.rounds.reduce(
      (sum, { answers, statuses }) => sum + answers - (statuses['202'] ?? 0),
      0,
    );
    const empty = accepts[accepts.indexOf(side) - 2];
    const server = middle((round) => round.serverUs);
    const database = middle((round) => round.databaseUs);
    const generator = middle((round) => round.generatorUs);
    const figures = [
      `${side.name.padEnd(36)} ${String(perSecond).padStart(6)}/s`,
      `ratio ${against(bare)}${empty ? `, of the empty rate ${against(empty)}` : ''}`,
      `p99 ${middle((round) => round.p99Ms, 1)} ms`,
      `errors ${errors}`,
      `CPU each: server ${server} us, PostgreSQL ${database} us, generator ${generator} us`,
    ];
    console.log(figures.join('   '));
  }
}

/** Every message that was accepted must be there, and no other. */
async function compareCounts(
  sides: readonly Side[],
  scenes: readonly AcceptScene[],
  stored: number,
): Promise<void> {
  for (const [index, scene] of scenes.entries()) {
    const rounds = sides.filter((side) => side.port === scene.port).flatMap((side) => side.rounds);
    const accepted = rounds.reduce((sum, { statuses }) => sum + (statuses['202'] ?? 0), 0);
    const found = (await countMessages(scene)) - (index === 0 ? 0 : stored);
    console.log(`accepted ${accepted}, stored ${found}${accepted === found ? '' : '   <-- they differ'}`);
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
