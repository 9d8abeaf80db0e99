/** Rounds after which the outputs of neighbouring seeds have nothing in common. */
const WARM_UP = 15;

/**
 * Draws that depend on seed and place alone, the same on every machine and in every version: a text is rendered again as it was. `seed` is
 * a whole number within the safe ones, `place` one below 2^32. Each draw answers a whole number from 0 to below `count`, each as likely.
 */
export function createDraw(seed: number, place: number): (count: number) => number {
  // sfc32 of the PractRand suite: 128 bits of state, whole 32-bit numbers only.
  let [a, b, c, counter] = [seed | 0, Math.floor(seed / 2 ** 32) | 0, place | 0, 1];
  const next = () => {
    const drawn = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + drawn;
    c |= 0;
    return drawn >>> 0;
  };
  for (let round = 0; round < WARM_UP; round += 1) next();
  return (count) => Math.floor((next() * count) / 2 ** 32);
}
