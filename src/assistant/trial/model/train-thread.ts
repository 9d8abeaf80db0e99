import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { TrainingSet } from '../../brain/brain.ts';
import { train } from '../../brain/brain.ts';
import { toBytes } from '../../brain/bytes.ts';

export interface Learned {
  bytes: Uint8Array;
  bands: { answer: number; clarify: number };
  expected: { coverage: number; off_topic_recall: number; answered: number; precision: number } | null;
  train_ms: number;
}

// There the priority is of this thread alone.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
const started = performance.now();
const brain = train(workerData as TrainingSet); // the starter gives nothing else
const learned: Learned = {
  bytes: toBytes(brain),
  bands: brain.bands,
  expected: brain.expected,
  train_ms: Math.round(performance.now() - started),
};
parentPort?.postMessage(learned);
