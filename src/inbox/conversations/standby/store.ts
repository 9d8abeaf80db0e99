import type { Tx } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';

/** A customer whom the agent passes on waits from then on. */
const SET = statement<{ id: number; since: Date | null; now: Date }, { was_held: boolean }>(
  'conversations.set_standby',
  `with before as materialized (
    select id, standby_since is not null as was_held from conversations where id = :id for no key update
  )
  update conversations c set
    standby_since = case when :since::timestamptz is not null then coalesce(c.standby_since, :since::timestamptz) end,
    waiting_since = case when b.was_held and :since::timestamptz is null then coalesce(c.waiting_since, :now)
      else c.waiting_since end
  from before b where c.id = :id
  returning b.was_held`,
);

/** `since` null: the business holds the chat. Returns whether an agent held it. */
export async function setStandby(tx: Tx, id: number, since: Date | null, now: Date): Promise<boolean> {
  return (await SET.first(tx, { id, since, now }))?.was_held ?? false;
}

const NOTE_ANSWERS = statement<{ ids: readonly number[]; ats: readonly Date[] }>(
  'conversations.note_agent_answers',
  `with given as materialized (
    select id, max(at) as at from unnest(:ids::bigint[], :ats::timestamptz[]) as g (id, at) group by id
  ), locked as materialized (
    select id from conversations where id = any (array(select id from given)) order by id for no key update
  )
  update conversations c set
    standby_since = case when g.at < greatest(c.last_customer_at, c.last_human_at) then c.standby_since
      else coalesce(c.standby_since, g.at) end,
    last_at = greatest(c.last_at, g.at)
  from given g where c.id = any (array(select id from locked)) and c.id = g.id`,
);

/** The agent that holds these chats has answered. */
export async function noteAgentAnswers(tx: Tx, answers: readonly { id: number; at: Date }[]): Promise<void> {
  await NOTE_ANSWERS.run(tx, { ids: answers.map(({ id }) => id), ats: answers.map(({ at }) => at) });
}
