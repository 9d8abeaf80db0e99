import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

const FIND = statement<
  { accountId: number; conversationId: number; ruleIds: readonly number[]; at: Date },
  { rule_id: number; until: Date }
>(
  'rules.find_pauses',
  `select rule_id, until from auto_reply_pauses p
   where conversation_id = :conversationId and rule_id = any (:ruleIds::bigint[]) and until > :at::timestamptz
     and (select account_id from auto_replies where id = p.rule_id) = :accountId`,
);

/** Ends of the cool-downs of one conversation, by rule. */
export async function findPauses(
  db: Db,
  { accountId, conversationId }: { accountId: number; conversationId: number },
  ruleIds: readonly number[],
  at: Date,
): Promise<Map<number, Date>> {
  if (ruleIds.length === 0) return new Map();
  const rows = await FIND.all(db, { accountId, conversationId, ruleIds, at });
  return new Map(rows.map(({ rule_id, until }) => [rule_id, until]));
}

interface Pause {
  accountId: number;
  conversationId: number;
  ruleId: number;
  at: Date;
  until: Date;
}

const BEGIN = statement<Pause>(
  'rules.begin_pause',
  `insert into auto_reply_pauses as p (conversation_id, rule_id, until)
   select :conversationId, id, :until::timestamptz from auto_replies
   where id = :ruleId and account_id = :accountId
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
