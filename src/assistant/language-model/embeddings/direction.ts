const MAX_DIMENSIONS = 4_096;
const MOST = 127;

/** One signed byte per dimension: cosines change by less than 0.01. */
export function toDirection(vector: readonly number[]): Buffer {
  const largest = vector.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  return Buffer.from(Int8Array.from(vector, (each) => Math.round((each / largest) * MOST)).buffer);
}

/** Null: one is missing, or has no numbers. */
export function fitVectors(
  vectors: readonly (readonly number[])[],
  count: number,
): readonly (readonly number[])[] | null {
  return vectors.length === count && vectors.every(isFit) ? vectors : null;
}

function isFit(vector: readonly number[]): boolean {
  const hasNumbers = vector.length > 0 && vector.length <= MAX_DIMENSIONS && vector.every(Number.isFinite);
  return hasNumbers && vector.some((each) => each !== 0);
}
