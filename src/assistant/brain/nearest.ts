import type { Vector } from './vocabulary.ts';

export interface Postings {
  /** Per feature, in `questions` and `weights`. */
  starts: Uint32Array;
  questions: Uint32Array;
  weights: Float32Array;
  count: number;
}

export function buildPostings(vectors: readonly Vector[], features: number): Postings {
  const starts = new Uint32Array(features + 1);
  for (const { features: own } of vectors) {
    for (const feature of own) starts[feature + 1] = (starts[feature + 1] ?? 0) + 1;
  }
  for (let feature = 0; feature < features; feature += 1) {
    starts[feature + 1] = (starts[feature + 1] ?? 0) + (starts[feature] ?? 0);
  }
  const next = starts.slice();
  const total = starts[features] ?? 0;
  const postings = {
    starts,
    questions: new Uint32Array(total),
    weights: new Float32Array(total),
    count: vectors.length,
  };
  vectors.forEach((vector, question) => {
    for (let at = 0; at < vector.features.length; at += 1) {
      const feature = vector.features[at] ?? 0;
      const place = next[feature] ?? 0;
      next[feature] = place + 1;
      postings.questions[place] = question;
      postings.weights[place] = vector.content[at] ?? 0;
    }
  });
  return postings;
}

export function cosines(postings: Postings, vector: Vector): Float32Array {
  const { starts, questions, weights } = postings;
  const sums = new Float32Array(postings.count);
  for (let at = 0; at < vector.features.length; at += 1) {
    const feature = vector.features[at] ?? 0;
    const weight = vector.content[at] ?? 0;
    const end = starts[feature + 1] ?? 0;
    for (let place = starts[feature] ?? 0; place < end; place += 1) {
      const question = questions[place] ?? 0;
      sums[question] = (sums[question] ?? 0) + weight * (weights[place] ?? 0);
    }
  }
  return sums;
}
