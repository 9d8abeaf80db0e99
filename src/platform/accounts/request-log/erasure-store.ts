import { statement } from '../../lib/db/statement.ts';

/** As callers write a number in a path. */
const plain = (text: string) => `replace(translate(${text}, '-.() ', ''), '%2B', ' ')`;

/** The log keeps few rows of an account. */
export const deleteNamed = statement<{ accountId: number; pattern: string; until: Date; limit: number }>(
  'accounts.erase_requests',
  `delete from request_log where id = any (array(
     select id from request_log
     where account_id = :accountId and happened_at <= :until::timestamptz
       and (${plain('path')} ~ :pattern or ${plain('message')} ~ :pattern)
     order by happened_at, id limit :limit::bigint
   ))`,
).inTx.run;
