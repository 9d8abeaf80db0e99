import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceId } from '../ask.ts';
import { toDirection } from './direction.ts';

export interface Near extends SourceId {
  /** Cosine. */
  score: number;
}

export interface VectorRow {
  kind: SourceId['kind'];
  item_id: string;
  /** One signed byte per dimension. */
  direction: Buffer;
}

/** About 5 ms. */
const SLICE_NUMBERS = 4_000_000;
const ENTRY_BYTES = 150;

/** About 1.3 ns for each number, in slices. */
export class VectorIndex {
  readonly bytes: number;
  readonly #ids: readonly SourceId[];
  readonly #numbers: Int8Array;
  readonly #lengths: Float32Array;
  readonly #dimensions: number;

  /** Of the length of the first: others are of an earlier model. */
  constructor(rows: readonly VectorRow[]) {
    this.#dimensions = rows[0]?.direction.length ?? 0;
    const fitting = rows.filter(({ direction }) => direction.length === this.#dimensions);
    this.#ids = fitting.map(({ kind, item_id }) => ({ kind, id: item_id }));
    this.#numbers = new Int8Array(fitting.length * this.#dimensions);
    fitting.forEach(({ direction }, index) => {
      this.#numbers.set(direction, index * this.#dimensions);
    });
    this.#lengths = Float32Array.from(fitting, ({ direction }) => lengthOf(direction));
    this.bytes = this.#numbers.byteLength + fitting.length * ENTRY_BYTES;
  }

  get numbers(): number {
    return this.#numbers.length;
  }

  /** Null: another number of dimensions. Other work goes on between slices. */
  async nearest(vector: readonly number[], limit: number): Promise<Near[] | null> {
    if (vector.length !== this.#dimensions) return null;
    const asked = new Int8Array(toDirection(vector));
    const scores = new Float32Array(this.#ids.length);
    const perSlice = Math.ceil(SLICE_NUMBERS / this.#dimensions);
    for (let from = 0; from < scores.length; from += perSlice) {
      if (from > 0) await nextTurn();
      this.#compare(asked, scores, from, Math.min(scores.length, from + perSlice));
    }
    const length = lengthOf(asked);
    return best(scores, limit).map((index) => ({
      ...(this.#ids[index] as SourceId), // an index of the list
      score: (scores[index] ?? 0) / length,
    }));
  }

  #compare(asked: Int8Array, scores: Float32Array, from: number, until: number): void {
    const numbers = this.#numbers;
    const size = this.#dimensions;
    for (let index = from; index < until; index += 1) {
      const start = index * size;
      let sum = 0;
      for (let n = 0; n < size; n += 1) sum += (asked[n] ?? 0) * (numbers[start + n] ?? 0);
      scores[index] = sum / (this.#lengths[index] || 1);
    }
  }
}

/** Without sorting all. */
function best(scores: Float32Array, limit: number): number[] {
  const found: number[] = [];
  const scoreOf = (index: number) => scores[index] ?? 0;
  scores.forEach((score, index) => {
    if (found.length === limit && score <= scoreOf(found[limit - 1] ?? 0)) return;
    const place = found.findIndex((other) => scoreOf(other) < score);
    found.splice(place === -1 ? found.length : place, 0, index);
    found.length = Math.min(found.length, limit);
  });
  return found;
}

function lengthOf(direction: Uint8Array | Int8Array): number {
  let sum = 0;
  for (const byte of direction) sum += signed(byte) ** 2;
  return Math.sqrt(sum);
}

const signed = (byte: number) => (byte > 127 ? byte - 256 : byte);
