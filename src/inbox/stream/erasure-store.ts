import { statement } from '../../platform/lib/db/statement.ts';

/** Clients read all again. */
export const noteResync = statement<{ accountId: number }>(
  'stream.note_resync',
  `insert into stream_changes (account_id, kind)
   select account_id, 'resync' from stream_accounts where account_id = :accountId and is_live`,
).inTx.run;
