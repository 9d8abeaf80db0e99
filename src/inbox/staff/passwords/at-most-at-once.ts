/** At most `working` at once, in the order of the calls. Refuses calls beyond `waiting`. */
export function atMostAtOnce(working: number, waiting: number, refusal: () => Error) {
  const queue: (() => void)[] = [];
  let running = 0;

  /** Hands the place to the next call, so that no other one comes between. */
  function end(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < working) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw refusal();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
