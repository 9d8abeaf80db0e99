import { Worker } from 'node:worker_threads';
import type { TrainingSet } from '../brain/brain.ts';
import type { Learned } from './train-thread.ts';

/** 10,000 questions take a minute on two cores. */
const TIME_LIMIT_MS = 10 * 60_000;
const HEAP_MEBIBYTES = 2_048;

/** Trains on a separate thread, which ends afterwards. Rejects beyond the limits of time and memory. */
export async function trainInThread(set: TrainingSet, signal: AbortSignal): Promise<Learned> {
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
