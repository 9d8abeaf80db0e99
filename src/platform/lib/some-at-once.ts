const AT_ONCE = 8;

/** For work that waits for the network: a few at once, the next ones as others end. Rejects with the first failure. */
export async function someAtOnce<T>(
  all: AsyncIterable<T> | Iterable<T>,
  work: (each: T) => Promise<unknown>,
): Promise<void> {
  const shared = generate(all);
  const worker = async () => {
    for await (const each of shared) await work(each);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Its queue hands each one to one worker. */
async function* generate<T>(all: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* all;
}
