import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { script } from './bench-gateway.ts';
import { cpuOfFamily, cpuOfProcess } from './cpu.ts';
import type { BareJob } from './webhooks-bare.ts';
import { insertEvents } from './webhooks-event.ts';
import { fromSink, monotonicMs, type Scene } from './webhooks-scene.ts';
import type { Counted } from './webhooks-sink.ts';

const ROUNDS = 3;
const EVENTS = 30_000;
/** The worker keeps this number in flight. */
const IN_FLIGHT = 256;
const ROUND_MS = 60_000;

const exec = promisify(execFile);

interface Round {
  /** From the first request to the last. */
  perSecond: number;
  /** From the first request until the last attempt is in the log. */
  loggedPerSecond: number;
  /** Of one core: near 1 the receivers would be the limit. */
  sink: number;
  /** CPU time per delivery, in microseconds: of the sender, and of PostgreSQL. */
  senderUs: number;
  databaseUs: number;
}

/** Prints logged deliveries per second beside the bare loop. Throws unless each is sent and logged once. */
export async function measureDeliveries(scene: Scene): Promise<void> {
  const rounds: { bare: Round[]; kurir: Round[] } = { bare: [], kurir: [] };
  // The first round of the gateway is its warm-up.
  await kurirRound(scene);
  for (let n = 0; n < ROUNDS; n += 1) {
    rounds.bare.push(await bareRound(scene));
    rounds.kurir.push(await kurirRound(scene));
  }
  const limit = medianOf(rounds.bare, 'loggedPerSecond');
  for (const [name, each] of Object.entries({ 'bare undici': rounds.bare, deliveries: rounds.kurir })) {
    const [logged, sent] = [medianOf(each, 'loggedPerSecond'), medianOf(each, 'perSecond')];
    const all = each.map((round) => round.loggedPerSecond.toFixed(0)).join(' ');
    const [sender, database] = [medianOf(each, 'senderUs'), medianOf(each, 'databaseUs')];
    const figures = [
      `${name.padEnd(11)} ${logged.toFixed(0).padStart(6)}/s`,
      `ratio ${(logged / limit).toFixed(2)}`,
      `rounds ${all}`,
      `requests alone ${sent.toFixed(0)}/s`,
      `CPU each: sender ${sender.toFixed(0)} us, PostgreSQL ${database.toFixed(0)} us`,
      `receivers ${medianOf(each, 'sink').toFixed(2)} of a core`,
    ];
    console.log(figures.join('   '));
  }
}

async function bareRound({ urls }: Scene): Promise<Round> {
  const job: BareJob = { urls, inFlight: IN_FLIGHT, count: EVENTS };
  const { stdout } = await exec(process.execPath, [script('webhooks-bare.ts'), JSON.stringify(job)]);
  const counted = await fromSink<Counted>(urls, 'counted');
  return roundOf(counted, counted.ms, Number(stdout), 0);
}

/** Throws unless each event was delivered and logged exactly once. */
async function kurirRound({ gateway, ctx, postmaster, urls, accounts }: Scene): Promise<Round> {
  const [before] = (await ctx.db.query<Logged>({ text: LOGGED }, [])).rows;
  await fromSink(urls, 'forget');
  await insertEvents(ctx.db, accounts, EVENTS);
  const cpu = await Promise.all([cpuOfProcess(gateway.pid), cpuOfFamily(postmaster)]);
  ctx.bus.publish('events');

  const endsAt = performance.now() + ROUND_MS;
  const isOver = async (pending: () => Promise<boolean>, pollMs: number) => {
    while (await pending()) {
      if (performance.now() > endsAt) throw new Error(`not all of ${EVENTS} events were delivered in time`);
      await wait(pollMs);
    }
  };
  await isOver(async () => (await fromSink<Counted>(urls, 'counted')).posts < EVENTS, 50);
  await isOver(() => hasUnsettled(ctx), 5);
  const endedAt = monotonicMs();

  const after = await Promise.all([cpuOfProcess(gateway.pid), cpuOfFamily(postmaster)]);
  const [log] = (await ctx.db.query<Logged>({ text: LOGGED }, [])).rows;
  const delivered = (log?.delivered ?? 0) - (before?.delivered ?? 0);
  const attempts = (log?.attempts ?? 0) - (before?.attempts ?? 0);
  if (delivered !== EVENTS || attempts !== EVENTS)
    throw new Error(`${delivered} deliveries and ${attempts} attempts in the log instead of ${EVENTS}`);
  const counted = await fromSink<Counted>(urls, 'counted');
  return roundOf(counted, endedAt - counted.firstAt, after[0] - cpu[0], after[1] - cpu[1]);
}

async function hasUnsettled(ctx: Scene['ctx']): Promise<boolean> {
  const { rows } = await ctx.db.query<{ count: number }>({ text: UNSETTLED }, []);
  return rows[0]?.count !== 0;
}

/** Throws when there was a request too many or too few. */
function roundOf(
  { posts, events, ms, cpuMs }: Counted,
  loggedMs: number,
  senderMs: number,
  databaseMs: number,
): Round {
  if (posts !== EVENTS || events !== EVENTS)
    throw new Error(`${posts} requests for ${events} events instead of ${EVENTS}`);
  return {
    perSecond: (posts * 1000) / ms,
    loggedPerSecond: (posts * 1000) / loggedMs,
    sink: cpuMs / ms,
    senderUs: (senderMs * 1000) / posts,
    databaseUs: (databaseMs * 1000) / posts,
  };
}

const UNSETTLED = `select count(*)::int from webhook_deliveries where status = 'pending'`;

interface Logged {
  delivered: number;
  attempts: number;
}
const LOGGED = `
  select (select count(*)::int from webhook_deliveries where status = 'delivered') as delivered,
    (select count(*)::int from webhook_attempts where status_code = 200) as attempts`;

function medianOf(rounds: Round[], figure: keyof Round): number {
  return rounds.map((round) => round[figure]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
}
