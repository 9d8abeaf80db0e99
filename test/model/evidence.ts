import type fc from 'fast-check';
import { expect } from 'vitest';
import { deferMessages } from '../../src/gateway/messages/dispatch/in-flight-store.ts';
import type { TestContext } from '../harness/context.ts';
import { type NumberScene, type Receiver, settleAll } from '../harness/evidence-scene.ts';

const SECOND = 1_000;
/** The rule in its own words: the numbers of decision 0036. */
const STATUS_WAIT_MS = 600 * SECOND;
const CALL_END_MS = 45 * SECOND;
const SILENCE_MS = 60 * SECOND;
const GAP_MS = 15 * SECOND;

interface ModelMessage {
  id: number;
  state: 'waiting' | 'written' | 'sent' | 'failed';
  /** Null: never, or the mark was taken back. */
  markedAt: number | null;
  evidenceAt: number | null;
  resent: boolean;
}

/** One number of the official cloud, without a database. */
export class EvidenceModel {
  resends = false;
  messages: ModelMessage[] = [];
  listening: { seenAt: number; since: number };
  /** Callbacks since the last sign of life. */
  reports: { message: ModelMessage; at: number }[] = [];

  constructor(now: number) {
    this.listening = { seenAt: now, since: now };
  }

  beat(now: number): void {
    const { listening, reports } = this;
    if (now - listening.seenAt > GAP_MS) listening.since = now;
    listening.seenAt = now;
    for (const message of this.#unresolved(now).filter(({ evidenceAt }) => evidenceAt === null)) {
      const isLater = (other: ModelMessage) =>
        other.markedAt !== null && message.markedAt !== null && other.markedAt > message.markedAt;
      message.evidenceAt = reports.find((report) => isLater(report.message))?.at ?? null;
    }
    this.reports = [];
  }

  /** The periodic job. */
  settle(now: number): void {
    const { seenAt, since } = this.listening;
    for (const message of this.#unresolved(now)) {
      const { evidenceAt, markedAt } = message;
      if (evidenceAt === null || markedAt === null || now - seenAt >= GAP_MS) continue;
      if (markedAt + CALL_END_MS > now) continue;
      const starts = Math.max(evidenceAt, since);
      const lasts = Math.max(SILENCE_MS, since - markedAt);
      if (starts + lasts > now) continue;
      if (!this.resends || message.resent) message.state = 'failed';
      else Object.assign(message, { state: 'waiting', markedAt: null, evidenceAt: null, resent: true });
    }
    for (const message of this.messages) {
      const { state, markedAt } = message;
      if (state === 'written' && (markedAt ?? 0) + STATUS_WAIT_MS <= now) message.state = 'failed';
    }
  }

  #unresolved(now: number): ModelMessage[] {
    return this.messages.filter(
      ({ state, markedAt }) => state === 'written' && (markedAt ?? 0) + STATUS_WAIT_MS > now,
    );
  }
}

export interface Real {
  ctx: TestContext;
  number: NumberScene;
  receiver: Receiver;
}
export type Step = fc.AsyncCommand<EvidenceModel, Real>;

type Run = (model: EvidenceModel, real: Real, now: number) => Promise<void>;

/** After each step, the rows are as the model says. */
function step(name: string, run: Run): Step {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await run(model, real, real.ctx.now().getTime());
      expect(await rowsOf(real)).toEqual(model.messages);
    },
  };
}

/** A step with one of the messages in these states. */
function stepWith(
  states: readonly ModelMessage['state'][],
  [name, index]: [string, number],
  run: (message: ModelMessage, model: EvidenceModel, real: Real) => Promise<void>,
): Step {
  return step(`${name} ${index}`, async (model, real) => {
    const candidates = model.messages.filter(({ state }) => states.includes(state));
    // The latest first: they are evidence for most others.
    const message = candidates.toReversed()[index % candidates.length];
    if (message) await run(message, model, real);
  });
}

export const send = step('a message is accepted', async (model, { number }) => {
  const id = await number.insert();
  model.messages.push({ id, state: 'waiting', markedAt: null, evidenceAt: null, resent: false });
});

export const take = step('after a second, the sender marks all waiting messages', async (model, real) => {
  const { number, ctx } = real;
  ctx.clock.advance(SECOND);
  const waiting = model.messages.filter(({ state }) => state === 'waiting');
  expect((await number.take()).sort()).toEqual(waiting.map(({ id }) => id).sort());
  const marked = { state: 'written', markedAt: ctx.now().getTime(), evidenceAt: null };
  for (const message of waiting) Object.assign(message, marked);
});

export const answer = (index: number) =>
  stepWith(['written'], ['answer', index], async (message, _, { number }) => {
    await number.answer(message.id);
    message.state = 'sent';
  });

export const takeBack = (index: number) =>
  stepWith(['written'], ['certainly not taken', index], async (message, _, { ctx }) => {
    const deferral = {
      id: message.id,
      not_before: ctx.now(),
      counted: true,
      maybe_written: false,
      epoch: null,
    };
    await deferMessages(ctx.db, [deferral]);
    Object.assign(message, { state: 'waiting', markedAt: null });
  });

export const callBack = (index: number) =>
  stepWith(['written', 'sent', 'failed'], ['callback', index], async (message, model, { number, ctx }) => {
    expect(await number.callBack(message.id, 'sent')).toBe(200);
    if (message.state !== 'failed') message.state = 'sent';
    model.reports.push({ message, at: ctx.now().getTime() });
  });

export const beat = step('a sign of life', async (model, { receiver }, now) => {
  await receiver.watch.beat();
  model.beat(now);
});

/** Time passes, with or without callbacks received. The job runs all the time. */
export const pass = (seconds: number, isUp: boolean) =>
  step(`${seconds} s ${isUp ? 'up' : 'down'}`, async (model, real) => {
    const { ctx, receiver } = real;
    for (let left = seconds; left > 0; left -= 5) {
      ctx.clock.advance(Math.min(left, 5) * SECOND);
      const now = ctx.now().getTime();
      if (isUp) await receiver.watch.beat();
      if (isUp) model.beat(now);
      await settleAll(ctx);
      model.settle(now);
      expect(await rowsOf(real)).toEqual(model.messages);
    }
  });

export const choose = (resends: boolean) =>
  step(`unresolved: ${resends ? 'resend' : 'fail'}`, async (model, { number }) => {
    await number.choose(resends ? 'resend' : 'fail');
    model.resends = resends;
  });

/** The rows in the form of the model. */
async function rowsOf({ number }: Real): Promise<ModelMessage[]> {
  const rows = await number.rows();
  return rows.map((row) => {
    const waits = row.maybe_written ? 'written' : 'waiting';
    const state = row.status === 'queued' ? waits : row.status === 'failed' ? 'failed' : 'sent';
    return {
      ...{ id: row.id, state, resent: row.resent_at !== null },
      markedAt: row.maybe_written ? row.not_before.getTime() - STATUS_WAIT_MS : null,
      evidenceAt: row.evidence_at?.getTime() ?? null,
    } as const;
  });
}
