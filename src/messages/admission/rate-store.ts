import { type Queryable, statement } from '../../lib/db/statement.ts';

/** The number of requests of one account in a batch, and its limit per minute. */
export interface WindowAsk {
  account_id: number;
  asked: number;
  rate: number;
}

/** The requests that the window grants to a batch. `used` includes them. */
export interface GrantedWindow {
  granted: number;
  used: number;
  seconds_left: number;
}

const READ_WINDOW = statement<{ accountId: number }, { used: number }>(
  'messages.read_window',
  `select used from rate_windows
   where account_id = :accountId and minute = floor(extract(epoch from clock_timestamp()) / 60)`,
);

/** How many requests of the running minute are granted already. */
export async function readWindow(db: Queryable, accountId: number): Promise<number> {
  const window = await READ_WINDOW.first(db, { accountId });
  return window?.used ?? 0;
}
