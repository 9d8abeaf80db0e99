import type { Db } from '../../../platform/lib/db/db.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import { spelledSql } from '../../../platform/lib/phone-spellings.ts';
import { ofConversationSql } from './lexemes.ts';

/** A message that has all words. */
export interface Hit {
  message_id: number;
  conversation_id: number;
}

interface HitParams {
  accountId: number;
  words: string;
  range: string;
  before: number;
  limit: number;
}

/**
 * Two conditions: the index skips between both. `message_id + 0` avoids a read of the whole primary
 * key.
 */
/** In no order. */
export const findHits = statement<HitParams, Hit>(
  'conversations.find_search_hits',
  `select message_id, conversation_id from search_texts
   where words @@ :range::tsquery and words @@ plainto_tsquery('simple', :words)
     and account_id = :accountId and message_id + 0 < :before
   limit :limit`,
).all;

export interface ListFilter {
  facets: readonly number[];
  /** Null: all. */
  channelIds: readonly number[] | null;
  assignee: string | null;
  labelId: number | null;
  teamId: number | null;
}

/** `before`: where the page continues; null: first page. */
interface JudgeParams extends ListFilter {
  ids: readonly number[];
  accountId: number;
  words: string;
  before: number | null;
  /** Names and numbers of earlier pages. */
  name: string | null;
  number: string | null;
}

const IN_LIST = `
  r.account_id = :accountId and r.facet = any (:facets::smallint[])
     and (:channelIds::bigint[] is null or r.channel_id = any (:channelIds::bigint[]))
     and (:assignee::text is null or r.assignee = :assignee)
     and (:labelId::bigint is null or exists (
       select from conversation_labels where conversation_id = r.id and label_id = :labelId
     ))
     and (:teamId::bigint is null or r.team_id = :teamId)`;

/** The person of `r`, and who was merged into them. */
const PEOPLE = `(
    select r.person_id as id union all (select id from people where merged_into = r.person_id)
  ) p`;

/** By name or number of the person, or the contact's name. */
const IS_NAMED = `exists (
    select from ${PEOPLE} cross join lateral (select name from people where id = p.id offset 0) n
    where n.name ilike :name::text
  ) or exists (
    select from ${PEOPLE}
    cross join lateral (
      select account_id, kind, value from person_identities where person_id = p.id offset 0
    ) i
    where i.kind = 'phone' and (i.value like :number::text or exists (
      select from (
        select name from contacts
        where account_id = i.account_id and phone = any (array[i.value, ${spelledSql('second', 'i.value')}]) offset 0
      ) c where c.name ilike :name::text
    ))
  )`;

const JUDGE = statement<JudgeParams, { id: number; root: number }>(
  'conversations.judge_search_hits',
  `select c.id, r.id as root from unnest(:ids::bigint[]) as g (id)
   cross join lateral (
     select id, coalesce(merged_into, id) as root from conversations where id = g.id offset 0
   ) c
   cross join lateral (
     select id, account_id, facet, channel_id, assignee, team_id, person_id
     from conversations where id = c.root offset 0
   ) r
   where ${IN_LIST} and not (${IS_NAMED}) and (:before::bigint is null or not exists (
     select from search_texts
     where words @@ (plainto_tsquery('simple', :words) && ${ofConversationSql('c.id')})
       and account_id = :accountId and message_id + 0 >= :before
   ))`,
);

export interface Named {
  id: number;
  at: Date;
}

interface NamedParams extends ListFilter {
  accountId: number;
  name: string | null;
  number: string | null;
  maxPeople: number;
  maxContacts: number;
  at: Date | null;
  id: number | null;
  limit: number;
}

/** Limits people before it sorts conversations. */
export const findNamed = statement<NamedParams, Named>(
  'conversations.find_named',
  `with contact as materialized (
    select ${spelledSql('first', 'phone')} as value from contacts
    where account_id = :accountId and name <> '' and name ilike :name::text limit :maxContacts
  ), found as materialized (
    (select p.id from people p where p.account_id = :accountId and p.name ilike :name::text limit :maxPeople)
    union
    (select i.person_id from person_identities i
     where i.account_id = :accountId and i.kind = 'phone' and i.value like :number::text limit :maxPeople)
    union
    (select i.person_id from contact c
     cross join lateral (
       select person_id from person_identities
       where account_id = :accountId and kind = 'phone' and value = c.value limit 1
     ) i
     limit :maxPeople)
  )
  select r.id, r.last_at as at from found f
  cross join lateral (
    select coalesce(merged_into, id) as id from people where id = f.id offset 0
  ) p
  cross join lateral (
    select id, account_id, facet, channel_id, assignee, team_id, last_at
    from conversations where person_id = p.id offset 0
  ) r
  where ${IN_LIST}
    and (r.last_at, r.id) < (coalesce(:at::timestamptz, 'infinity'), coalesce(:id::bigint, 0))
  group by r.id, r.last_at
  order by r.last_at desc, r.id desc limit :limit`,
).all;

/** Merged into another one, a conversation leaves its older messages under its own id. */
const MAX_MERGED = 100;

export const listChats = statement<{ id: number }, { id: number }>(
  'conversations.list_merged_chats',
  `select id from conversations where merged_into = :id and id <> :id order by id desc limit ${MAX_MERGED}`,
).all;

/** 0 words: only signs. `newest`: the newest searchable message. */
export const readWords = statement<{ words: string }, { words: number; newest: number }>(
  'conversations.count_search_words',
  `select numnode(plainto_tsquery('simple', :words)) as words,
     coalesce((select message_id from search_texts order by message_id desc limit 1), 0) as newest`,
).one;

/** In the list, not found by name, not on an earlier page. */
export async function judgeHits(db: Db, params: JudgeParams): Promise<Map<number, number>> {
  const rows = await JUDGE.all(db, params);
  return new Map(rows.map(({ id, root }) => [id, root]));
}
