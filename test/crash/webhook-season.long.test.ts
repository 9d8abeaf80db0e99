import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type Receiver, type Respond, startReceiver } from '../harness/receiver.ts';
import { verifiedEvents } from '../harness/shop.ts';
import { until } from '../harness/until.ts';
import { isLongSeason, kills, seed } from './season.ts';
import { openWebhookScene, type SentEvent, type WorkerProcess } from './webhook-scene.ts';

const EVENTS_PER_KILL = 30;
const SLOW_MS = 100;
/** Below the limit that disables a webhook. */
const FAILURES = 6;
const KILLED_MS = 60_000;

const death = fc.record({
  victim: fc.nat({ max: 1 }),
  /** The worker dies when this number of further requests has arrived, after this delay. */
  arrivals: fc.integer({ min: 1, max: 2 * EVENTS_PER_KILL }),
  delayMs: fc.nat({ max: 20 }),
});

const scene = await openWebhookScene({ inRealTime: isLongSeason });
const failed = new Set<unknown>();
const receivers = await Promise.all([
  hooked((_, response) => response.end('ok')),
  hooked((_, response) => void setTimeout(() => response.end('slow'), SLOW_MS)),
  hooked(({ headers }, response) => {
    const id = headers['webhook-id'];
    const fails = failed.size < FAILURES && !failed.has(id);
    if (fails) failed.add(id);
    response.writeHead(fails ? 500 : 200).end();
  }),
]);

interface Hooked extends Receiver {
  id: number;
  secret: string;
}

async function hooked(respond: Respond): Promise<Hooked> {
  const receiver = await startReceiver(respond, undefined, afterAll);
  return { ...receiver, ...(await scene.register(receiver.url)) };
}

const arrivals = () => receivers.reduce((sum, { requests }) => sum + requests.length, 0);

/** The deliveries of this webhook and their claims. */
async function deliveriesOf(hook: Hooked, dead: readonly WorkerProcess[]) {
  const { rows } = await scene.ctx.pool.query<{
    event_id: string;
    status: string;
    attempts: number;
    /** Of each attempt in the log, in order. */
    codes: number[];
    claims: number;
    /** Claims without a result, of killed workers and of others. */
    lost: number;
    lost_alive: number;
  }>(
    `select e.event_id, d.status, d.attempts,
       array(select status_code from webhook_attempts a where a.delivery_id = d.id order by number) as codes,
       count(*)::int as claims, count(*) filter (where not settled and owner = any ($2))::int as lost,
       count(*) filter (where not settled and owner <> all ($2))::int as lost_alive
     from webhook_deliveries d join events e on e.id = d.event_id join claims c on c.delivery_id = d.id
     where d.webhook_id = $1 group by e.event_id, d.id order by d.id`,
    [hook.id, dead.map(({ name }) => name)],
  );
  return rows;
}

/** In the order of the receivers. */
async function failureCounts(): Promise<number[]> {
  const { rows } = await scene.ctx.pool.query<{ failure_count: number }>(
    `select failure_count from unnest($1::bigint[]) with ordinality h (id, place)
     join webhooks using (id) order by place`,
    [receivers.map(({ id }) => id)],
  );
  return rows.map(({ failure_count }) => failure_count);
}

/** Kills workers by `deaths` while events happen. Returns the events and the dead workers. */
async function runWithKills(deaths: { victim: number; arrivals: number; delayMs: number }[]) {
  const workers = [scene.start(), scene.start()];
  const events: SentEvent[] = [];
  const dead: WorkerProcess[] = [];
  for (const { victim, arrivals: more, delayMs } of deaths) {
    const enough = arrivals() + more;
    events.push(...(await scene.insertEvents(EVENTS_PER_KILL)));
    await until(() => arrivals() >= enough, { timeoutMs: KILLED_MS, what: `${more} more arrivals` });
    await wait(delayMs);
    const [struck] = workers.splice(victim, 1, scene.start());
    if (!struck) throw new Error('nobody to kill');
    await scene.kill(struck);
    dead.push(struck);
    await scene.passTime(dead);
  }
  await scene.settled(events, dead);
  return { events, dead };
}

test(`after kills of workers each event arrives, with at most one copy per kill (seed ${seed})`, {
  timeout: 120_000 + kills * 10_000,
}, async () => {
  const [deaths = []] = fc.sample(fc.array(death, { minLength: kills, maxLength: kills }), {
    seed,
    numRuns: 1,
  });

  const { events, dead } = await runWithKills(deaths);

  const failures: number[] = [];
  const bodies = new Map(events.map(({ event_id, body }) => [event_id, body]));
  for (const hook of receivers) {
    verifiedEvents(hook.requests, hook.secret);
    const copies = Map.groupBy(hook.requests, ({ headers }) => String(headers['webhook-id']));
    expect(new Set(copies.keys())).toEqual(new Set(bodies.keys()));
    const accounts = await deliveriesOf(hook, dead);
    expect(accounts).toHaveLength(events.length);
    failures.push(accounts.flatMap(({ codes }) => codes).filter((code) => code !== 200).length);
    for (const { event_id, codes, claims, lost, ...rest } of accounts) {
      const requests = copies.get(event_id) ?? [];
      expect(new Set(requests.map(({ body }) => body.toString()))).toEqual(new Set([bodies.get(event_id)]));
      // A claim makes at most one request. Only a kill loses a claim.
      expect(requests.length).toBeLessThanOrEqual(claims);
      expect(claims).toBe(codes.length + lost);
      expect(rest).toEqual({ status: 'delivered', attempts: codes.length, lost_alive: 0 });
      expect(codes.at(-1)).toBe(200);
    }
  }
  expect(await failureCounts()).toEqual(failures);
  expect(failures.slice(0, 2)).toEqual([0, 0]);
});
