import fc from 'fast-check';
import type { Context } from '../../src/context.ts';
import { ping } from '../../src/platform/lib/db/db.ts';
import { type Call, goodCall, someCall } from './calls.ts';
import type { ApiDocument } from './document.ts';
import { judge, type Violation } from './judge.ts';
import { attachNumber } from './official-number.ts';
import { bytesOf, prepare, type Request } from './request.ts';
import { openSeason, type Season } from './season.ts';
import { emptyTally, type Tally } from './tally.ts';
import { type Answer, type NoAnswer, openWire, type Wire } from './wire.ts';

/** Requests with the same accounts. Each season can be repeated by its seed. */
const SEASON = 1000;
/** After this number of requests, `BURST` requests are sent at once. */
const BURST_EVERY = 50;
const BURST = 6;
const MAINTAIN_EVERY = 20;
/** For each operation that no request of any season has made succeed, at the end of a season. */
const MORE_TRIES = 15;
const MAX_SHRINKS = 200;
const MAX_VIOLATIONS = 25;
const HISTORY = 30;

export interface Campaign {
  ctx: Context;
  document: ApiDocument;
  port: number;
  seed: number;
  requests: number;
  /** Concurrent seasons. */
  concurrency: number;
  /** Stops the run early. */
  signal?: AbortSignal;
  /** Called after each season with the number of finished requests. */
  onProgress?(done: number): void;
}

/** A violation with its smallest request. */
export interface Finding extends Violation {
  request: Request;
  answer: Answer | NoAnswer;
  seed: number;
  /** Index of the request in its season. */
  index: number;
  times: number;
}

export interface Outcome {
  tally: Tally;
  findings: Finding[];
}

/** Sends the requests and judges every answer. Stops early after too many violations. */
export async function runCampaign(campaign: Campaign): Promise<Outcome> {
  const { document, seed, requests, concurrency, signal } = campaign;
  const calls = someCall(document);
  const outcome: Outcome = { tally: emptyTally(document), findings: [] };
  let started = 0;
  const lane = async () => {
    while (started * SEASON < requests && outcome.findings.length < MAX_VIOLATIONS && !signal?.aborted) {
      const season = started;
      started += 1;
      const size = Math.min(SEASON, requests - season * SEASON);
      await runSeason(campaign, calls, { seed: seed + season, size, outcome });
      campaign.onProgress?.(outcome.tally.requests);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return outcome;
}

/** The state of one season. */
interface Stage {
  campaign: Campaign;
  season: Season;
  wires: Wire[];
  /** Accepted requests, kept for repetition. */
  history: { request: Request; body: unknown }[];
  outcome: Outcome;
}

async function runSeason(
  campaign: Campaign,
  calls: fc.Arbitrary<Call>,
  options: { seed: number; size: number; outcome: Outcome },
): Promise<void> {
  const { seed, size, outcome } = options;
  const { ctx, port, document } = campaign;
  const season = await openSeason(ctx, `s${seed}-${Date.now().toString(36)}`);
  const wires = Array.from({ length: BURST }, () => openWire(port));
  const stage: Stage = { campaign, season, wires, history: [], outcome };
  try {
    await createResources(stage, seed);
    await attach();
    const sample = fc.sample(calls, { seed, numRuns: size });
    for (let at = 0; at < sample.length && !campaign.signal?.aborted; ) {
      const width = at % BURST_EVERY === 0 && at > 0 ? BURST : 1;
      const together = sample.slice(at, at + width);
      await Promise.all(
        together.map((call, n) => runRequest(stage, { call, calls, seed, index: at + n, wire: n })),
      );
      at += width;
      if (Math.floor(at / MAINTAIN_EVERY) !== Math.floor((at - width) / MAINTAIN_EVERY))
        await season.maintain().then(attach);
    }
    // Such as a paused broadcast to resume.
    await season.maintain().then(attach);
    await tryRareOperations(stage, seed);
  } finally {
    for (const wire of wires) wire.close();
    await season.close();
  }

  /** Requests release devices. */
  async function attach(): Promise<void> {
    if (season.hasOfficial()) return;
    const uuid = await attachNumber(port, document, season.keyOf('full') ?? '');
    if (uuid) season.addOfficial(uuid);
  }

  /** Creates resources in both accounts, so that requests can refer to them. */
  async function createResources(stage: Stage, seed: number): Promise<void> {
    const creations = document.operations.filter(({ method, body }) => method === 'POST' && body !== null);
    for (const operation of creations) {
      // Of several examples some are for devices that the season lacks.
      const numRuns = 4 * Math.max(1, operation.body?.examples.length ?? 0);
      for (const kind of ['full', 'foreign'] as const) {
        for (const call of fc.sample(goodCall(document, operation), { seed, numRuns })) {
          await perform(stage, { ...call, key: { kind, spelling: 'plain' } }, 0);
        }
      }
    }
  }
}

/** Random requests may miss what needs an earlier answer, such as an id. Valid ones find it. */
async function tryRareOperations(stage: Stage, seed: number): Promise<void> {
  const { document } = stage.campaign;
  for (const operation of document.operations) {
    const calls = goodCall(document, operation);
    const isRare = () => stage.outcome.tally.rows.get(operation.name)?.granted === 0;
    for (let index = 0; isRare() && index < MORE_TRIES; index += 1) {
      const [call] = fc.sample(calls, { seed, path: String(index), numRuns: 1 });
      if (call) await runRequest(stage, { call, calls, seed, index, wire: 0 });
    }
  }
}

/** Sends one request. A violation is reduced to its smallest request. */
async function runRequest(
  stage: Stage,
  turn: { call: Call; calls: fc.Arbitrary<Call>; seed: number; index: number; wire: number },
): Promise<void> {
  const { call, calls, seed, index, wire } = turn;
  const performed = await perform(stage, call, wire);
  stage.outcome.tally.count(performed.request, performed.answer, performed.body);
  for (const violation of performed.violations) {
    const known = stage.outcome.findings.find((finding) => sameAs(finding, violation, performed.request));
    if (known) known.times += 1;
    else {
      const finding = { ...performed, ...violation, seed, index, times: 1 };
      stage.outcome.findings.push(finding);
      Object.assign(finding, await shrink(stage, { calls, seed, index, wire, finding }));
    }
  }
}

/**
 * fast-check regenerates the call from seed and index, and looks for smaller ones with the same violation.
 */
async function shrink(
  stage: Stage,
  turn: { calls: fc.Arbitrary<Call>; seed: number; index: number; wire: number; finding: Finding },
): Promise<Partial<Finding>> {
  const { calls, seed, index, wire, finding } = turn;
  let smallest: Partial<Finding> = {};
  // Each try would take as long.
  if (finding.answer === 'timeout') return smallest;
  let tries = 0;
  const stillFails = fc.asyncProperty(calls, async (call) => {
    tries += 1;
    if (tries > MAX_SHRINKS) return true;
    const { request, answer, violations } = await perform(stage, call, wire);
    const same = violations.find((violation) => sameAs(finding, violation, request));
    if (same) smallest = { ...same, request, answer };
    return same === undefined;
  });
  await fc.check(stillFails, { seed, path: String(index), numRuns: 1 });
  return smallest;
}

function sameAs(finding: Finding, violation: Violation, request: Request): boolean {
  return (
    finding.promise === violation.promise &&
    finding.request.operation?.name === request.operation?.name &&
    signature(finding.detail) === signature(violation.detail)
  );
}

/** Status and fields, without ids and texts that vary. */
function signature(detail: string): string {
  return detail
    .replace(/\/\d+/g, '/n')
    .replace(/^(\d{3}).*$/s, '$1')
    .slice(0, 60);
}

interface Performed {
  request: Request;
  answer: Answer | NoAnswer;
  body: unknown;
  violations: Violation[];
}

async function perform(stage: Stage, call: Call, wire: number): Promise<Performed> {
  const { campaign, season, wires, history } = stage;
  const earlier = call.replay === null ? undefined : history[call.replay % history.length];
  const request = earlier
    ? { ...earlier.request, flavour: call.flavour }
    : prepare(campaign.document, call, season);
  const { pieces, ...ending } = bytesOf(request);
  const line = wires[wire];
  if (!line) throw new Error('more requests at once than connections');
  const answer = await line.send(pieces, { method: request.method, ...ending });
  const databaseIsAway =
    typeof answer === 'object' && answer.status === 503 && !(await answers(campaign.ctx));
  const { violations, body } = judge(campaign.document, request, answer, {
    secrets: season.secrets(),
    databaseIsAway,
  });
  if (typeof answer === 'object' && answer.status >= 200 && answer.status < 300) {
    season.learn(request, body);
    if (earlier && answer.headers.has('idempotency-replayed') && idOf(earlier.body) !== idOf(body)) {
      violations.push({
        promise: 'a repeated key gives the same message',
        detail: `${idOf(earlier.body)}, ${idOf(body)}`,
      });
    }
    if (request.flavour === 'valid' && request.method !== 'DELETE') {
      history.push({ request, body });
      if (history.length > HISTORY) history.shift();
    }
  }
  return { request, answer, body, violations };
}

function idOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
}

async function answers({ db }: Context): Promise<boolean> {
  return ping(db).then(
    () => true,
    () => false,
  );
}
