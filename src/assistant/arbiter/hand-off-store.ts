import type { Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

interface Background {
  rule_name: string | null;
  flow_name: string | null;
  candidates: { question: string; score: number }[] | null;
}

interface Params {
  accountId: number;
  conversationId: number;
  /** Row id of the first message that the automation may know. */
  from: number;
  /** Public ids. */
  rule: string | null;
  flow: string | null;
}

/** Decisions in which the assistant may have considered something. */
const MAX_DECISIONS = 20;

const FIND = statement<Params, Background>(
  'automation.find_background',
  `select
     (select name from auto_replies where rule_uuid = :rule::uuid and account_id = :accountId) as rule_name,
     (select name from flows where flow_uuid = :flow::uuid and account_id = :accountId) as flow_name,
     (
       select candidates from (
         select id, message_id, candidates from automation_decisions
         where conversation_id = :conversationId and account_id = :accountId
         order by id desc limit ${MAX_DECISIONS}
       ) newest
       where candidates <> '[]' and message_id >= :from::bigint
       order by id desc limit 1
     ) as candidates`,
);

/** What staff needs to know about a hand-off. */
export function findBackground(tx: Tx, params: Params): Promise<Background> {
  return FIND.one(tx, params);
}
