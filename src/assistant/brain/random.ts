/** Equal data gives equal models. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** In place. */
export function shuffle(order: Uint32Array, random: () => number): Uint32Array {
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const moved = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = moved;
  }
  return order;
}

export function upTo(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, at) => at);
}
