import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { statement } from '../../platform/lib/db/statement.ts';
import type { ProviderTemplate, ReviewedTemplate } from '../engines/templates.ts';

/** The state of the copies of one business account. */
export interface Book {
  id: number;
  waba_id: string;
  /** Null: never read. */
  synced_at: Date | null;
  asked_at: Date;
  /** Why the provider refused the last reading. */
  refusal: string | null;
  /** The provider has reported a change. */
  outdated_at: Date | null;
}

export interface TemplateRow extends ReviewedTemplate {
  id: number;
}

/** Of a `TemplateRow`. */
export const TEMPLATE_COLUMNS =
  'id, name, language, category, status, content, provider_id, quality, rejection';

/** Where a page continues. */
export interface TemplateKey {
  name: string;
  language: string;
}

export const findBook = statement<{ accountId: number; wabaId: string }, Book>(
  'templates.find_book',
  `select id, waba_id, synced_at, asked_at, refusal, outdated_at from template_books
   where account_id = :accountId and waba_id = :wabaId`,
).first;
const CLAIM_BOOK = statement<{ accountId: number; wabaId: string; now: Date; before: Date }, { id: number }>(
  'templates.claim_book',
  `insert into template_books as b (account_id, waba_id, asked_at) values (:accountId, :wabaId, :now)
   on conflict (account_id, waba_id) do update set asked_at = excluded.asked_at
   where b.asked_at <= :before or b.outdated_at > b.asked_at
   returning id`,
);
const LOCK_BOOK = statement<{ id: number }>(
  'templates.lock_book',
  'select id from template_books where id = :id for update',
);
const REPLACE = statement<{
  bookId: number;
  names: readonly string[];
  languages: readonly string[];
  categories: readonly string[];
  statuses: readonly string[];
  contents: readonly string[];
  providerIds: readonly (string | null)[];
  qualities: readonly (string | null)[];
  rejections: readonly (string | null)[];
  at: Date;
}>(
  'templates.replace',
  `with given as materialized (
    select * from unnest(:names::text[], :languages::text[], :categories::text[], :statuses::text[],
      :contents::jsonb[], :providerIds::text[], :qualities::text[], :rejections::text[])
      as g (name, language, category, status, content, provider_id, quality, rejection)
  ), gone as (
    delete from templates where book_id = :bookId and (name, language) not in (select name, language from given)
      and (changed_at is null or changed_at <= :at)
  )
  insert into templates as t (book_id, name, language, category, status, content, provider_id, quality, rejection)
  select :bookId::bigint, name, language, category, status, content, provider_id, quality, rejection
  from given order by name, language
  on conflict (book_id, name, language) do update
  set category = excluded.category, status = excluded.status, content = excluded.content,
    provider_id = coalesce(excluded.provider_id, t.provider_id), quality = excluded.quality,
    rejection = excluded.rejection
  where (t.changed_at is null or t.changed_at <= :at)
    and (t.category, t.status, t.content, t.provider_id, t.quality, t.rejection)
      is distinct from (excluded.category, excluded.status, excluded.content, excluded.provider_id, excluded.quality,
        excluded.rejection)`,
);
const SET_SYNCED = statement<{ id: number; at: Date }>(
  'templates.set_synced',
  `update template_books set synced_at = greatest(synced_at, :at), refusal = null,
     outdated_at = case when outdated_at > :at then outdated_at end
   where id = :id`,
);
/** Null: the provider did not answer. */
export const setRefusal = statement<{ id: number; refusal: string | null }>(
  'templates.set_refusal',
  'update template_books set refusal = :refusal where id = :id',
).run;
export const setOutdated = statement<{ accountId: number; wabaId: string; now: Date }>(
  'templates.set_outdated',
  'update template_books set outdated_at = :now where account_id = :accountId and waba_id = :wabaId',
).run;
const LIST = statement<
  { bookId: number; name: string; language: string; status: string; limit: number },
  TemplateRow
>(
  'templates.list',
  `select ${TEMPLATE_COLUMNS} from templates
   where book_id = :bookId and (name, language) > (:name, :language) and (:status = '' or status = :status)
   order by name, language limit :limit`,
);
/** In each of its languages. */
export const findNamed = statement<{ bookId: number; name: string }, ProviderTemplate>(
  'templates.find_named',
  `select name, language, category, status, content from templates
   where book_id = :bookId and name = :name order by language`,
).all;

/** Of any account. */
export const listById = statement<{ ids: readonly number[] }, TemplateRow>(
  'templates.list_by_id',
  `select ${TEMPLATE_COLUMNS} from templates where id = any (:ids::bigint[])`,
).all;

/** The id of the book, unless a process started to read after `before`. */
export async function claimBook(
  db: Db,
  claim: { accountId: number; wabaId: string; now: Date; before: Date },
): Promise<number | null> {
  return (await CLAIM_BOOK.first(db, claim))?.id ?? null;
}

/** `at` is the time before the provider was asked: later changes of templates stay. */
export async function replaceTemplates(
  tx: Tx,
  bookId: number,
  templates: readonly ReviewedTemplate[],
  at: Date,
): Promise<void> {
  await LOCK_BOOK.run(tx, { id: bookId });
  await REPLACE.run(tx, {
    bookId,
    names: templates.map(({ name }) => name),
    languages: templates.map(({ language }) => language),
    categories: templates.map(({ category }) => category),
    statuses: templates.map(({ status }) => status),
    contents: templates.map(({ content }) => JSON.stringify(content)),
    providerIds: templates.map(({ provider_id }) => provider_id),
    qualities: templates.map(({ quality }) => quality),
    rejections: templates.map(({ rejection }) => rejection),
    at,
  });
  await SET_SYNCED.run(tx, { id: bookId, at });
}

/** In the order of name and language. Without `status`, of every status. */
export function listTemplates(
  db: Db,
  bookId: number,
  { after, status, limit }: { after: TemplateKey | null; status: string | null; limit: number },
): Promise<TemplateRow[]> {
  return LIST.all(db, { bookId, name: '', language: '', ...after, status: status ?? '', limit });
}
