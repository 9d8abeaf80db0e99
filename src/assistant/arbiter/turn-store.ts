import type { Db } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';

export interface ClaimedTurn {
  conversation_id: number;
  account_id: number;
  /** Rises with each message. */
  version: number;
  /** Claims since the last decision, with this one. */
  attempts: number;
  claim: string;
}

export interface Claimed {
  turns: ClaimedTurn[];
  next_at: Date | null;
  /** The account after which the next claim goes on. */
  last: number | null;
}

interface ClaimParams {
  claim: string;
  now: Date;
  until: Date;
  after: number;
  accounts: number;
  slots: number;
  perAccount: number;
  /** With turns under way in this process. */
  busyIds: readonly number[];
  busyCounts: readonly number[];
}

/** A claim postpones its turn: another process takes it when this one dies. */
export const claimTurns = statement<ClaimParams, Claimed>(
  'automation.claim_turns',
  `with recursive waiting (account_id, number) as (
    (select account_id, 1 from automation_turns where account_id > :after order by account_id limit 1)
    union all
    select next.account_id, waiting.number + 1
    from waiting, lateral (
      select account_id from automation_turns where account_id > waiting.account_id order by account_id limit 1
    ) next
    where waiting.number < :accounts
  ), free as materialized (
    select w.account_id, w.number, greatest(0, :perAccount::bigint - coalesce((
        select b.turns from unnest(:busyIds::bigint[], :busyCounts::bigint[]) as b (account_id, turns)
        where b.account_id = w.account_id
      ), 0)) as slots
    from waiting w
  ), claimed as (
    update automation_turns set claim = :claim::uuid, due_at = :until::timestamptz, attempts = attempts + 1
    where conversation_id = any (array(
      select t.conversation_id from free f
      cross join lateral (
        select conversation_id from automation_turns
        where account_id = f.account_id and due_at <= :now::timestamptz
        order by due_at limit f.slots for update skip locked
      ) t
      where f.slots > 0
      limit :slots
    ))
    returning conversation_id, account_id, version, attempts, claim
  )
  select
    (select coalesce(json_agg(claimed), '[]') from claimed) as turns,
    (select min(t.due_at) from free f
     cross join lateral (
       select due_at from automation_turns
       where account_id = f.account_id and due_at > :now::timestamptz order by due_at limit 1
     ) t) as next_at,
    case when (select count(*) from claimed) = :slots::bigint then (select max(account_id) from claimed)
      else (select max(account_id) from waiting having max(number) = :accounts) end as last`,
).one;

type Released = Pick<ClaimedTurn, 'account_id' | 'conversation_id' | 'claim'> & {
  /** The version that this process has read. Null: any. */
  version: number | null;
};

const RELEASE = statement<Released & { now: Date; dueAt: Date; failed: boolean }>(
  'automation.release_turn',
  `update automation_turns set claim = null,
     attempts = case when :failed::boolean then attempts else 0 end,
     due_at = case when version = coalesce(:version::int, version) then :dueAt::timestamptz else :now end
   where conversation_id = :conversation_id and account_id = :account_id and claim = :claim::uuid`,
);

/** Due at once when a message came that this process has not read. `failed` keeps the number of attempts. */
export async function releaseTurn(
  db: Db,
  turn: Released,
  when: { now: Date; dueAt: Date; failed: boolean },
): Promise<void> {
  await RELEASE.run(db, { ...turn, ...when });
}

export const releaseAllClaims = statement<{ now: Date }>(
  'automation.release_all_claims',
  'update automation_turns set claim = null, due_at = :now where claim is not null',
).run;

const MOVE = statement<
  Pick<ClaimedTurn, 'account_id' | 'conversation_id' | 'claim'> & { to: number; now: Date }
>(
  'automation.move_turn',
  `with moved as (
    update automation_decisions d set conversation_id = :to::bigint
    where d.conversation_id = :conversation_id::bigint and d.account_id = :account_id and d.state <> 'decided'
      and not exists (
      select from automation_decisions o
      where o.conversation_id = :to::bigint and o.wa_message_id = d.wa_message_id
    )
    returning d.account_id
  ), dropped as (
    update automation_decisions d set state = 'decided', stage = 'gate', outcome = 'silent', reason = 'copy',
      decided_at = :now::timestamptz
    where d.conversation_id = :conversation_id::bigint and d.account_id = :account_id and d.state <> 'decided'
      and exists (
      select from automation_decisions o
      where o.conversation_id = :to::bigint and o.wa_message_id = d.wa_message_id
    )
  ), ended as (
    delete from automation_turns
    where conversation_id = :conversation_id::bigint and account_id = :account_id and claim = :claim::uuid
  )
  insert into automation_turns as t (conversation_id, account_id, due_at)
  select :to::bigint, account_id, :now::timestamptz from moved limit 1
  on conflict (conversation_id) do update set version = t.version + 1,
    due_at = case when t.claim is null then least(t.due_at, excluded.due_at) else t.due_at end`,
);

export async function moveTurn(db: Db, turn: ClaimedTurn, to: number, now: Date): Promise<void> {
  await MOVE.run(db, { ...turn, to, now });
}
