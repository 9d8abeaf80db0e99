import pg from 'pg';

/**
 * Kills this process before it sends its `step`-th statement from now on. Returns how many it has sent. Step 0: never.
 */
export function killAtStep(step: number): () => number {
  let sent = 0;
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    sent += 1;
    if (sent === step) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(query, this, args);
  } as typeof query; // The overloads of `query` have no common signature.
  return () => sent;
}
