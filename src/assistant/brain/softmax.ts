import { shuffle } from './random.ts';
import type { Vector } from './vocabulary.ts';

/** A row per feature, a column per entry. */
export interface Softmax {
  /** Row + 1 per feature; 0: no weights. */
  rows: Uint32Array;
  weights: Float32Array | Int8Array;
  /** Per row. */
  units: Float32Array;
  biases: Float32Array;
  entries: number;
}

export interface Lessons {
  vectors: readonly Vector[];
  /** Entry of each question. */
  owners: Uint32Array;
  chosen: Uint32Array;
  /** Compared entries per question. Null: all. */
  rivals: readonly Uint32Array[] | null;
  isIn: (entry: number) => boolean;
}

const PASSES = 8;
const FIRST_RATE = 6;
/** Of the first rate. */
const LAST_SHARE = 0.05;
const BIAS_RATE = 0.05;
const NEGLIGIBLE = 1e-3;

/** By gradient descent. `rows`: the features that get weights. */
export function trainSoftmax(
  lessons: Lessons,
  rows: Uint32Array,
  entries: number,
  random: () => number,
): Softmax {
  const rowCount = rows.reduce((most, row) => Math.max(most, row), 0);
  const weights = new Float32Array(rowCount * entries);
  const units = new Float32Array(rowCount).fill(1);
  const softmax = { rows, weights, units, biases: new Float32Array(entries), entries };
  const order = lessons.chosen.slice();
  const all = Uint32Array.from({ length: entries }, (_, entry) => entry).filter(lessons.isIn);
  const errors = new Float32Array(entries);
  const total = order.length * PASSES;
  for (let step = 0; step < total; step += 1) {
    const at = step % order.length;
    if (at === 0) shuffle(order, random);
    const question = order[at] ?? 0;
    const vector = lessons.vectors[question];
    if (!vector) continue;
    const rivals = lessons.rivals?.[question]?.filter(lessons.isIn) ?? all;
    const rate = FIRST_RATE * (1 - ((1 - LAST_SHARE) * step) / total);
    learn(softmax, vector, lessons.owners[question] ?? 0, rivals, rate, errors);
  }
  return softmax;
}

function learn(
  softmax: Softmax & { weights: Float32Array },
  vector: Vector,
  owner: number,
  rivals: Uint32Array,
  rate: number,
  errors: Float32Array,
): void {
  const { rows, weights, biases, entries } = softmax;
  addLogits(softmax, vector, rivals, errors);
  const active = wrongShares(errors, rivals, owner);
  for (const entry of active) biases[entry] = (biases[entry] ?? 0) - BIAS_RATE * rate * (errors[entry] ?? 0);
  if (active.length === 0) return;
  for (let at = 0; at < vector.features.length; at += 1) {
    const row = rows[vector.features[at] ?? 0] ?? 0;
    if (row === 0) continue;
    const start = (row - 1) * entries;
    const change = rate * (vector.weights[at] ?? 0);
    for (const entry of active) {
      weights[start + entry] = (weights[start + entry] ?? 0) - change * (errors[entry] ?? 0);
    }
  }
}

/** Turns logits into errors. Returns the entries whose error counts. */
function wrongShares(errors: Float32Array, rivals: Uint32Array, owner: number): number[] {
  let highest = Number.NEGATIVE_INFINITY;
  for (const entry of rivals) highest = Math.max(highest, errors[entry] ?? 0);
  let sum = 0;
  for (const entry of rivals) {
    const share = Math.exp((errors[entry] ?? 0) - highest);
    errors[entry] = share;
    sum += share;
  }
  const active: number[] = [];
  for (const entry of rivals) {
    const error = (errors[entry] ?? 0) / sum - (entry === owner ? 1 : 0);
    errors[entry] = error;
    if (error > NEGLIGIBLE || error < -NEGLIGIBLE) active.push(entry);
  }
  return active;
}

/** Of the entries in `wanted`. */
export function addLogits(
  { rows, weights, units, biases, entries }: Softmax,
  vector: Vector,
  wanted: Uint32Array,
  logits: Float32Array,
): void {
  logits.set(biases);
  const isAll = wanted.length === entries;
  for (let at = 0; at < vector.features.length; at += 1) {
    const row = rows[vector.features[at] ?? 0] ?? 0;
    if (row === 0) continue;
    const weight = (vector.weights[at] ?? 0) * (units[row - 1] ?? 0);
    const start = (row - 1) * entries;
    if (isAll) {
      for (let entry = 0; entry < entries; entry += 1) {
        logits[entry] = (logits[entry] ?? 0) + weight * (weights[start + entry] ?? 0);
      }
    } else {
      for (const entry of wanted) {
        logits[entry] = (logits[entry] ?? 0) + weight * (weights[start + entry] ?? 0);
      }
    }
  }
}

const LEVELS = 127;

export function pack(softmax: Softmax): Softmax {
  const { weights, units, entries } = softmax;
  const levels = new Int8Array(weights.length);
  const steps = units.map((unit, row) => {
    const line = weights.subarray(row * entries, (row + 1) * entries);
    let highest = 0;
    for (const weight of line) highest = Math.max(highest, Math.abs(weight));
    const step = highest / LEVELS || 1;
    for (let at = 0; at < entries; at += 1) levels[row * entries + at] = Math.round((line[at] ?? 0) / step);
    return unit * step;
  });
  return { ...softmax, weights: levels, units: steps };
}
