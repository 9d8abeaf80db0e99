import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

const FIND = statement<
  { account_id: number; conversation_id: number; at: Date },
  { rule_id: number; until: Date }
>(
  'rules.find_pauses',
  `select rule_id, until from auto_reply_pauses p
   where conversation_id = :conversation_id and until > :at::timestamptz
     and (select account_id from auto_replies where id = p.rule_id) = :account_id`,
);

/** Ends of the cool-downs of one conversation, by rule. */
export async function findPauses(
  db: Db,
  { account_id, conversation_id }: { account_id: number; conversation_id: number },
  at: Date,
): Promise<Map<number, Date>> {
  const rows = await FIND.all(db, { account_id, conversation_id, at });
  return new Map(rows.map(({ rule_id, until }) => [rule_id, until]));
}

interface Pause {
  account_id: number;
  conversation_id: number;
  ruleId: number;
  at: Date;
  until: Date;
}

const BEGIN = statement<Pause>(
  'rules.begin_pause',
  `insert into auto_reply_pauses as p (conversation_id, rule_id, until)
   select :conversation_id, id, :until::timestamptz from auto_replies
   where id = :ruleId and account_id = :account_id
   on conflict (conversation_id, rule_id) do update set until = excluded.until
     where p.until <= :at::timestamptz or p.xmin = pg_current_xact_id()::xid`,
);

/** False: the rule answers in another transaction, so it pauses already. Plans of one decision may share a rule. */
export async function beginPause(tx: Tx, pause: Pause): Promise<boolean> {
  return (await BEGIN.run(tx, pause)) === 1;
}

export const deleteEndedPauses = statement<{ now: Date; limit: number }>(
  'rules.delete_ended_pauses',
  `delete from auto_reply_pauses where (conversation_id, rule_id) in (
     select conversation_id, rule_id from auto_reply_pauses
     where until <= :now::timestamptz order by until limit :limit::bigint for update skip locked)`,
).run;
