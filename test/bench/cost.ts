import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { firstLine, startScript } from './bench-gateway.ts';
import { type Load, measureRound, type Round } from './cost-round.ts';
import {
  type DatabaseMeter,
  openDatabaseMeter,
  PRELOAD_METER,
  type Statement,
  withDatabaseMeter,
} from './cost-statements.ts';
import { type CpuOfParts, cpuOfParts, cpuSince, partsOf } from './cpu.ts';
import { withEconomyDevices } from './economy-scene.ts';
import { proportionalMebibytes } from './memory.ts';
import { reportDelivered, withOfficialNumbers } from './official-scene.ts';

const CONNECTIONS = [1, 10, 256];
const WITH_WEBHOOK = [1, 10];
const SECONDS = 10;
const MESSAGES = 10_000;
/** Enough that the pace of one number is no limit. */
const NUMBERS = 8;
const WARM_UP = { connections: 10, seconds: 5, messages: 1_000 };
/** With the jobs of each minute once. */
const IDLE_SECONDS = 60;
const IDLE_DEVICES = 16;
/** The gateway works through its start first, and then returns spare memory. */
const START_MS = 130_000;
/** A list leaves out statements with a smaller share of the calls. */
const LISTED_SHARE = 0.005;
const LISTED_WIDTH = 100;

interface Measured {
  load: Load;
  round: Round;
}

/**
 * The cost of one message in PostgreSQL and the gateway, from POST /v1/messages until the provider reports it
 * as delivered, with and without a webhook. Official cloud on a stand-in for the provider, embedded PostgreSQL
 * (fsync on). Its CPU time includes pg_stat_statements, which counts the statements. Also an idle gateway with
 * connected economy devices, in one process with KURIR_SMALL=on; `--idle` or `--messages` alone. `--statements` lists
 * the statements of each load.
 */
export async function run(): Promise<void> {
  const options = {
    statements: { type: 'boolean', default: false },
    idle: { type: 'boolean', default: false },
    messages: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ args: process.argv.slice(3), options });
  if (!values.messages) await measureIdle(values.statements);
  if (values.idle) return;
  const measured = await measureMessages();
  printTable(measured);
  if (!values.statements) return;
  for (const { load, round } of measured) {
    printStatements(`${nameOf(load)}, of one message`, round.database.list, round.messages);
  }
}

// Messages --------------------------------------------------------------------------------------------------

async function measureMessages(): Promise<Measured[]> {
  const measured: Measured[] = [];
  const sink = startScript('webhooks-sink.ts', '1');
  try {
    const [port] = JSON.parse(await firstLine(sink));
    const webhook = `http://127.0.0.1:${port}/`;
    await withOfficialNumbers(NUMBERS, async (official) => {
      await reportDelivered(official);
      await withDatabaseMeter(official.gateway, async (meter) => {
        await measureRound(official, meter, { ...WARM_UP, webhook });
        for (const load of loadsOf(webhook)) {
          measured.push({ load, round: await measureRound(official, meter, load) });
        }
      });
    });
  } finally {
    sink.kill();
  }
  return measured;
}

function loadsOf(webhook: string): Load[] {
  return CONNECTIONS.flatMap((connections) => {
    const load = { connections, seconds: SECONDS, messages: MESSAGES, webhook: null };
    return WITH_WEBHOOK.includes(connections) ? [load, { ...load, webhook }] : [load];
  });
}

const ROWS: Record<string, (round: Round) => string> = {
  messages: ({ messages }) => String(messages),
  'accepted per second': ({ acceptedPerSecond }) => acceptedPerSecond.toFixed(0),
  'one message: statements': ofOne(({ database }) => database.statements),
  '             plans': ofOne(({ database }) => database.plans),
  '             planning, ms': ofOne(({ database }) => database.planMs),
  '             executing, ms': ofOne(({ database }) => database.executeMs),
  '             commits': ofOne(({ database }) => database.commits),
  '             WAL, kB': ofOne(({ database }) => database.walBytes / 1000),
  '             CPU of PostgreSQL, ms': ofOne(({ cpuMs }) => cpuMs.PostgreSQL),
  '             CPU of main, ms': ofOne(({ cpuMs }) => cpuMs.main),
  '             CPU of sessions, ms': ofOne(({ cpuMs }) => cpuMs.sessions),
  'request to 202, ms: p50': ({ acceptedMs }) => acceptedMs.p50.toFixed(1),
  '                    p99': ({ acceptedMs }) => acceptedMs.p99.toFixed(1),
  'request to provider, p50s of the 202: p50': ({ acceptedMs, arrivedMs }) =>
    (arrivedMs.p50 / acceptedMs.p50).toFixed(2),
  'request to provider, ms: p50': ({ arrivedMs }) => arrivedMs.p50.toFixed(1),
  '                         p99': ({ arrivedMs }) => arrivedMs.p99.toFixed(1),
};

function ofOne(figure: (round: Round) => number): (round: Round) => string {
  return (round) => (figure(round) / round.messages).toFixed(2);
}

function printTable(measured: readonly Measured[]): void {
  const print = (name: string, figures: string[]) =>
    console.log(`${name.padEnd(42)}${figures.map((figure) => figure.padStart(13)).join('')}`);
  const loads = measured.map(({ load }) => nameOf(load));
  print('connections', loads);
  for (const [name, figure] of Object.entries(ROWS)) {
    const figures = measured.map(({ round }) => figure(round));
    print(name, figures);
  }
}

function nameOf({ connections, webhook }: Load): string {
  return webhook === null ? String(connections) : `${connections}, webhook`;
}

// Idle ------------------------------------------------------------------------------------------------------

async function measureIdle(listsStatements: boolean): Promise<void> {
  await withEconomyDevices(
    IDLE_DEVICES,
    async ({ gateway }) => {
      const meter = await openDatabaseMeter(gateway);
      await wait(START_MS);
      const [cpu, transactions] = [await cpuOfParts(gateway.pid), await transactionsOf(meter)];
      await meter.begin();
      await wait(IDLE_SECONDS * 1000);
      const { statements, commits, list } = await meter.end();
      const all = (await transactionsOf(meter)) - transactions;
      const cpuMs = await cpuSince(cpu, gateway.pid);
      const perSecond = (figure: number) => (figure / IDLE_SECONDS).toFixed(1);
      const used = (part: keyof CpuOfParts) => `${part} ${perSecond(cpuMs[part])}`;
      const figures = [
        `${perSecond(all)} transactions, ${perSecond(commits)} of them write, ${perSecond(statements)} statements`,
        `CPU in ms: ${used('PostgreSQL')}, ${used('main')}, ${used('sessions')}`,
      ];
      console.log(`idle with ${IDLE_DEVICES} devices, per second: ${figures.join(', ')}`);
      for (const { part, pid } of await partsOf(gateway.pid))
        if (part === 'main' || part === 'sessions')
          console.log(`  PSS of ${part}: ${(await proportionalMebibytes(pid)).toFixed(0)} MiB`);
      if (listsStatements) printStatements('idle, of one second', list, IDLE_SECONDS);
      await meter.client.end();
    },
    PRELOAD_METER,
  );
}

async function transactionsOf({ client }: DatabaseMeter): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select sum(xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? 0;
}

// Statements ------------------------------------------------------------------------------------------------

/** Divides the figures by the number of messages or seconds. */
function printStatements(name: string, list: readonly Statement[], divisor: number): void {
  const all = list.reduce((sum, { calls }) => sum + calls, 0);
  console.log(`${name}:\n    calls    plans  plan ms  exec ms`);
  for (const { text, calls, plans, planMs, executeMs } of list) {
    if (calls < all * LISTED_SHARE) continue;
    const figures = [calls, plans, planMs, executeMs].map((figure) =>
      (figure / divisor).toFixed(3).padStart(9),
    );
    console.log(`${figures.join('')}  ${text.slice(0, LISTED_WIDTH)}`);
  }
}
