import { afterAll, expect, test } from 'vitest';
import { createSeededRandom } from '../../src/gateway/broadcasts/seeded-random.ts';
import { testContext } from '../harness/context.ts';
import { type NumberScene, openNumber, openReceiver, settleAll } from '../harness/evidence-scene.ts';
import { type Losses, LossyProvider } from './lossy-provider.ts';
import { isLongSeason, kills, seed } from './season.ts';

const STEP_MS = 5_000;
const MINUTE = 60_000;
/** Steps with new messages, one to three each. Then healthy messages give evidence. */
const STEPS = isLongSeason ? 20 * kills : 150;
const HEALTHY_STEPS = 12;
const END_MS = 12 * MINUTE;
/** In steps. In the middle of each 10 minutes, no callback is received for some time. */
const OUTAGE_EVERY = 120;
const OUTAGES_MS = [150_000, 45_000, 20_000];

const PRECISION = 1_000_000;

const NONE: Losses = { answers: 0, calls: 0, callbacks: 0, silence: 0, delays: 0, longDelays: 0 };
const BAD: Losses = {
  ...{ answers: 0.15, calls: 0.15, callbacks: 0.1 },
  ...{ silence: 0.05, delays: 0.1, longDelays: 0.05 },
};
/** Some delay, and no callback is lost or later than the silence. */
const LATE: Losses = { ...BAD, callbacks: 0, silence: 0, longDelays: 0 };

const ctx = await testContext({ cleanup: afterAll });
const receiver = await openReceiver(ctx, afterAll);

interface Season {
  number: NumberScene;
  provider: LossyProvider;
  ids: number[];
  /** When each unanswered message had a result: an end, or its second send. */
  resolvedAt: Map<number, number>;
}

/** Sends messages through a provider with these losses until each one has ended. */
async function play(losses: Losses, choice: 'fail' | 'resend', outages: readonly number[]): Promise<Season> {
  const pick = createSeededRandom(seed, 0);
  const random = () => pick(PRECISION) / PRECISION;
  const number = await openNumber(ctx, receiver, choice);
  const season = {
    number,
    provider: new LossyProvider(number, losses, random),
    ids: [],
    resolvedAt: new Map(),
  };
  const sick = { ...season, outages, random };
  for (let step = 0; step < STEPS; step += 1) await playStep(sick, step, 1 + Math.floor(random() * 3));
  const healthy = new LossyProvider(number, NONE, random);
  for (let step = 0; step < HEALTHY_STEPS; step += 1) await playStep({ ...sick, healthy }, step, 1);
  for (let step = 0; step < END_MS / STEP_MS; step += 1) await playStep({ ...sick, healthy }, step, 0);
  return season;
}

interface Play extends Season {
  outages: readonly number[];
  random: () => number;
  /** Takes the new messages in place of the other one. */
  healthy?: LossyProvider;
}

async function playStep(season: Play, step: number, messages: number): Promise<void> {
  const { number, provider, healthy, ids, resolvedAt, outages } = season;
  ctx.clock.advance(STEP_MS);
  const now = ctx.now().getTime();
  const outage = healthy ? 0 : (outages[Math.floor(step / OUTAGE_EVERY) % outages.length] ?? 0);
  const sinceOutage = ((step % OUTAGE_EVERY) - OUTAGE_EVERY / 2) * STEP_MS;
  const isUp = sinceOutage < 0 || sinceOutage >= outage;
  for (let n = 0; n < messages; n += 1) ids.push(await number.insert());
  for (const id of await number.take()) {
    const isKnown = provider.unanswered.has(id) || provider.copies.has(id);
    await (healthy && !isKnown ? healthy : provider).call(id, now);
  }
  for (const each of [provider, healthy]) await each?.callBack(now, isUp);
  if (isUp) await receiver.watch.beat();
  await settleAll(ctx);
  for (const id of provider.unanswered.keys()) {
    if (resolvedAt.has(id)) continue;
    const { status, resent_at } = await number.row(id);
    if (status !== 'queued' || resent_at) resolvedAt.set(id, now);
  }
}

/** What became of the messages. */
async function judge(name: string, { number, provider, ids, resolvedAt }: Season) {
  const rows = await number.rows();
  const taken = (id: number) => provider.copies.get(id) ?? [];
  const of = (test: (row: (typeof rows)[number]) => boolean) => rows.filter(test).map(({ id }) => id);
  const isFailed = ({ status }: { status: string }) => status === 'failed';
  const waits = [...provider.lostCalls]
    .map((id) => (resolvedAt.get(id) ?? Infinity) - (provider.unanswered.get(id) ?? 0))
    .sort((a, b) => a - b);
  const result = {
    messages: ids.length,
    unanswered: provider.unanswered.size,
    notTaken: provider.lostCalls.size,
    open: of(({ status }) => status === 'queued'),
    doubled: ids.filter((id) => taken(id).length > 1),
    lost: [...provider.unanswered.keys()].filter((id) => taken(id).length === 0),
    failed: of(isFailed),
    failedButTaken: of((row) => isFailed(row) && taken(row.id).length > 0),
    waitMs: { shortest: waits[0], median: waits[Math.floor(waits.length / 2)], longest: waits.at(-1) },
  };
  if (isLongSeason) process.stdout.write(`${name} ${JSON.stringify(countsOf(result))}\n`);
  return result;
}

const countsOf = (result: object) =>
  Object.fromEntries(
    Object.entries(result).map(([key, value]) => [key, Array.isArray(value) ? value.length : value]),
  );

/** At the second send, no callback of the first copy had come: all were lost, late, or on their way. */
function isNamedCase({ provider, resolvedAt }: Season, id: number): boolean {
  const [first] = provider.copies.get(id) ?? [];
  const resentAt = resolvedAt.get(id) ?? 0;
  if (!first || (first.reportedAt !== null && first.reportedAt < resentAt)) return false;
  return first.reportedAt === null || first.reportedAt - first.takenAt > MINUTE;
}

const TIMEOUT = isLongSeason ? 3_600_000 : 60_000;

test('by default, lost answers, calls and callbacks double no message', { timeout: TIMEOUT }, async () => {
  const season = await play(BAD, 'fail', OUTAGES_MS);

  const { doubled, open, failed, unanswered, lost } = await judge('fail', season);

  expect(unanswered).toBeGreaterThan(30);
  expect([doubled, open]).toEqual([[], []]);
  expect(failed).toEqual(expect.arrayContaining(lost));
});

test('with `resend`, no message is lost, and every doubled one is a named case', {
  timeout: TIMEOUT,
}, async () => {
  const season = await play(BAD, 'resend', OUTAGES_MS);

  const { doubled, open, lost } = await judge('resend', season);

  expect([lost, open]).toEqual([[], []]);
  expect(doubled.filter((id) => !isNamedCase(season, id))).toEqual([]);
});

test('with `resend`, callbacks that come within the silence double none', { timeout: TIMEOUT }, async () => {
  const season = await play(LATE, 'resend', OUTAGES_MS);

  const { doubled, lost, failed, waitMs } = await judge('resend, in time', season);

  expect([doubled, lost, failed]).toEqual([[], [], []]);
  expect(waitMs.longest).toBeLessThan(10 * MINUTE);
});
