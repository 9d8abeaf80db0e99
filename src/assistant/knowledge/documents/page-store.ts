import type { Queryable } from '../../../platform/lib/db/statement.ts';
import { statement } from '../../../platform/lib/db/statement.ts';
import type { Format } from './reading/format.ts';
import type { ReadingResult } from './store.ts';

/** It begins when the page has been read. */
export interface PageDocument extends Omit<ReadingResult, 'state'> {
  title: string;
  url: string;
  format: Format;
  size: number;
}

const INSERT = statement<PageDocument & { accountId: number; siteId: number; now: Date }, { id: number }>(
  'knowledge.insert_page_document',
  `insert into documents (account_id, site_id, url, title, format, size, state, problem, pages, pages_read,
     unreadable_pages, pictures, is_cut, passages, text_length, turn_at, created_at, updated_at)
   values (:accountId, :siteId, :url, :title, :format, :size, 'ready', :problem, :pages::int,
     coalesce(:pages::int, 0), :unreadable_pages::integer[], :pictures, :is_cut, :passages, :text_length,
     :now::timestamptz, :now, :now)
   returning id`,
);

export async function insertPageDocument(
  db: Queryable,
  of: { accountId: number; siteId: number },
  document: PageDocument,
  now: Date,
): Promise<number> {
  return (await INSERT.one(db, { ...of, ...document, now })).id;
}

/** Its title, and whether it is used, stay as staff set them. */
export const replacePageDocument = statement<Omit<PageDocument, 'title'> & { id: number; now: Date }>(
  'knowledge.replace_page_document',
  `with emptied as (delete from passages where document_id = :id)
   update documents set url = :url, format = :format, size = :size, problem = :problem,
     pages = :pages::int, pages_read = coalesce(:pages::int, 0), unreadable_pages = :unreadable_pages::integer[],
     pictures = :pictures, is_cut = :is_cut, passages = :passages, text_length = :text_length,
     updated_at = :now::timestamptz
   where id = :id`,
).run;

const FIND_OTHER = statement<{ accountId: number; url: string; notId: number }, { count: number }>(
  'knowledge.count_documents_of_url',
  `select count(*)::int as count from documents
   where account_id = :accountId and url = :url and id <> :notId::bigint`,
);

/** `notId` is the own one, or 0. */
export async function hasDocumentOf(
  db: Queryable,
  given: { accountId: number; url: string; notId: number },
): Promise<boolean> {
  return (await FIND_OTHER.one(db, given)).count > 0;
}
