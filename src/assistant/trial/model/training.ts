import { Worker } from 'node:worker_threads';
import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { enqueue } from '../../../platform/lib/jobs-queue.ts';
import type { TrainingSet } from '../../brain/brain.ts';
import { readKnowledge } from '../../knowledge/knowledge.ts';
import { retryDelayMs } from '../../retry-delay.ts';
import { findSettings } from '../../settings/settings.ts';
import { evaluateAfterTraining } from '../evaluation.ts';
import { TRAINING } from './due.ts';
import { type Material, materialOf } from './material.ts';
import * as store from './store.ts';
import type { Learned } from './train-thread.ts';

/** One account with much knowledge leaves the other slot to those with little. */
const SLOTS = 2;
const MANY_QUESTIONS = 3_000;
const LARGE_WAIT_MS = 5 * SECOND;
/** A training that takes longer rests three times as long: an account trains a quarter of the time at most. */
const RESTS_FROM_MS = 5 * SECOND;
const REST = 3;
/** 10,000 questions take a minute on two cores. */
const TIME_LIMIT_MS = 10 * MINUTE;
const HEAP_MEBIBYTES = 2_048;

/** Learns the knowledge of an account after it changes. */
export function trainingJob(ctx: Context): AccountJob {
  const { db, log } = ctx;
  const large = { isRunning: false };
  const postpone = async (training: store.Training, ms: number) => {
    const at = new Date(ctx.now().getTime() + ms);
    await store.postponeTraining(db, { ...training, at });
    await enqueue(db, { name: TRAINING, accountId: training.accountId, at });
  };
  return {
    name: TRAINING,
    slots: SLOTS,
    due: () => store.listOverdueTrainings(db, { before: new Date(ctx.now().getTime() - MINUTE) }),
    async run({ accountId }, stopping) {
      const training = await store.findTraining(db, { accountId });
      if (!training) return;
      try {
        const waitMs = await learn(ctx, accountId, large, stopping);
        if (waitMs > 0) await postpone(training, waitMs);
        else await store.closeTraining(db, training);
      } catch (error) {
        if (stopping.aborted) throw error;
        log.error({ err: error, accountId }, 'assistant.training_failed');
        const { failures } = training;
        await postpone({ ...training, failures: failures + 1 }, retryDelayMs(failures));
      }
    },
  };
}

/** Returns how long to wait, in milliseconds. 0: the knowledge as it is now is learned. */
async function learn(
  ctx: Context,
  accountId: number,
  large: { isRunning: boolean },
  stopping: AbortSignal,
): Promise<number> {
  const { db } = ctx;
  const [knowledge, settings] = await Promise.all([
    readKnowledge(db, accountId),
    findSettings(db, accountId),
  ]);
  const material = materialOf(knowledge, settings);
  const size = material.questions + material.passages;
  if (size === 0) {
    await keep(ctx, accountId, (tx) => store.deleteModel(tx, { accountId }));
    return 0;
  }
  const last = await store.findModelState(db, { accountId });
  if (last.source === material.source) return 0;
  const restMs = restOf(last, ctx.now());
  if (restMs > 0) return restMs;
  if (size <= MANY_QUESTIONS) await train(ctx, accountId, material, stopping);
  else if (large.isRunning) return LARGE_WAIT_MS;
  else {
    large.isRunning = true;
    await train(ctx, accountId, material, stopping).finally(() => {
      large.isRunning = false;
    });
  }
  return 0;
}

async function train(
  ctx: Context,
  accountId: number,
  { source, set, scopes, questions, passages }: Material,
  stopping: AbortSignal,
): Promise<void> {
  const { bytes, ...found } = await trainInThread(set, stopping);
  const report = JSON.stringify({ faqs: set.entries.length, questions, passages, ...found });
  const model = { accountId, source, bytes: Buffer.from(bytes), scopes: JSON.stringify(scopes), report };
  const isKept = await keep(ctx, accountId, async (tx) => {
    const now = ctx.now();
    await store.saveModel(tx, { ...model, now });
    await evaluateAfterTraining(tx, accountId, now);
  });
  ctx.log.info({ accountId, questions, passages, ms: found.train_ms, isKept }, 'assistant.trained');
}

/** False: another process has learned the change meanwhile. */
function keep(ctx: Context, accountId: number, write: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const isHeld = (await store.holdTraining(tx, { accountId })) !== undefined;
    if (isHeld) await write(tx);
    return isHeld;
  });
}

/** What is left of the rest, in milliseconds. A clock that was set back makes it no longer. */
function restOf({ trained_at, report }: store.ModelState, now: Date): number {
  const took = report?.train_ms ?? 0;
  if (took < RESTS_FROM_MS || !trained_at) return 0;
  return Math.max(0, Math.min(REST * took, trained_at.getTime() + REST * took - now.getTime()));
}

/** Trains on a separate thread, which ends afterwards. Rejects beyond the limits of time and memory. */
async function trainInThread(set: TrainingSet, signal: AbortSignal): Promise<Learned> {
  const worker = new Worker(new URL('./train-thread.ts', import.meta.url), {
    workerData: set,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Learned>();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The training ended without a model.')));
  const stop = () => reject(new Error('The training was stopped.'));
  signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => reject(new Error('The training takes too long.')), TIME_LIMIT_MS);
  try {
    signal.throwIfAborted();
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
