import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

export interface AccountRequests {
  account_id: number;
  requests: number;
  rate: number;
}

/** `used` includes the requests of the batch. */
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

export async function readWindow(db: Queryable, accountId: number): Promise<number> {
  const window = await READ_WINDOW.first(db, { accountId });
  return window?.used ?? 0;
}
