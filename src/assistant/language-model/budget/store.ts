import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';

interface Spending {
  accountId: number;
  /** In UTC. */
  day: string;
  tokens: number;
}

const RESERVE = statement<Spending & { budget: number }>(
  'automation.reserve_tokens',
  `insert into language_model_days as d (account_id, day, tokens, calls)
   select :accountId::bigint, :day::text, :tokens::bigint, 1 where :tokens::bigint <= :budget::bigint
   on conflict (account_id, day) do update set tokens = d.tokens + excluded.tokens, calls = d.calls + 1
   where d.tokens + excluded.tokens <= :budget::bigint`,
);

/** False: beyond the budget. One statement, because calls run at one time. */
export async function reserve(db: Queryable, spending: Spending & { budget: number }): Promise<boolean> {
  return (await RESERVE.run(db, spending)) > 0;
}

/** `tokens`: the difference to the reservation. */
export const settle = statement<Spending>(
  'automation.settle_tokens',
  `update language_model_days set tokens = greatest(0, tokens + :tokens::bigint)
   where account_id = :accountId and day = :day`,
).run;

const SPENT = statement<{ accountId: number; day: string }, { tokens: number }>(
  'automation.tokens_of_day',
  'select tokens from language_model_days where account_id = :accountId and day = :day',
);

export async function tokensOf(db: Queryable, accountId: number, day: string): Promise<number> {
  return (await SPENT.first(db, { accountId, day }))?.tokens ?? 0;
}

/** Of all accounts. */
export const tokensOfDay = statement<{ day: string }, { tokens: number }>(
  'automation.tokens_of_all',
  'select coalesce(sum(tokens), 0)::float8 as tokens from language_model_days where day = :day',
).one;

export const deleteOldDays = statement<{ before: string }>(
  'automation.delete_old_token_days',
  'delete from language_model_days where day < :before',
).run;
