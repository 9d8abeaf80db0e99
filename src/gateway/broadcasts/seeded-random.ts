/** Rounds after which the outputs of adjacent seeds are independent. */
const WARM_UP = 15;

/**
 * Uniform from 0 to below `count`, by seed and index alone: any machine renders the same text. `seed` is a safe integer
 * ≥ 0, `index` < 2^32.
 */
export function createSeededRandom(seed: number, index: number): (count: number) => number {
  // sfc32 of the PractRand suite.
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, index | 0, 1];
  const next = () => {
    const output = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + output;
    c |= 0;
    return output >>> 0;
  };
  for (let round = 0; round < WARM_UP; round += 1) next();
  return (count) => Math.floor((next() * count) / 2 ** 32);
}
