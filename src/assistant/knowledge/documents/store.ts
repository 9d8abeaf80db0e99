import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { type NoParams, type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { Format } from './reading/format.ts';
import type { Passage } from './reading/reading.ts';
import type { DocumentProblem, STATES } from './schema.ts';

export interface DocumentRow {
  id: number;
  document_uuid: string;
  title: string;
  format: Format;
  size: number;
  enabled: boolean;
  state: (typeof STATES)[number];
  problem: DocumentProblem | null;
  pages: number | null;
  pages_read: number;
  unreadable_pages: readonly number[];
  pictures: number;
  is_cut: boolean;
  passages: number;
  /** Of a page on the web, with its site. */
  url: string | null;
  site_uuid: string | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS = `id, document_uuid, title, format, size, enabled, state, problem, pages, pages_read,
  unreadable_pages, pictures, is_cut, passages, url,
  (select s.site_uuid from knowledge_sites s where s.id = documents.site_id) as site_uuid, created_at, updated_at`;

export const findDocument = statement<{ accountId: number; uuid: string }, DocumentRow>(
  'knowledge.find_document',
  `select ${COLUMNS} from documents where document_uuid = :uuid::uuid and account_id = :accountId`,
).first;

export const listDocuments = statement<
  { accountId: number; q: string | null; after: number; limit: number },
  DocumentRow
>(
  'knowledge.list_documents',
  `select ${COLUMNS} from documents where account_id = :accountId and id > :after
     and (:q::text is null or position(lower(:q) in lower(title || ' ' || coalesce(url, ''))) > 0)
   order by id limit :limit::bigint`,
).all;

interface Totals {
  documents: number;
  text_length: number;
}

export const countDocuments = statement<{ accountId: number }, Totals>(
  'knowledge.count_documents',
  `select count(*)::int as documents,
     coalesce(sum(text_length), 0)::bigint as text_length
   from documents where account_id = :accountId`,
).inTx.one;

export interface NewDocument {
  title: string;
  format: Format;
  size: number;
}

export const insertDocument = statement<NewDocument & { accountId: number; now: Date }, DocumentRow>(
  'knowledge.insert_document',
  `insert into documents (account_id, title, format, size, turn_at, created_at, updated_at)
   values (:accountId, :title, :format, :size, :now::timestamptz, :now, :now)
   returning ${COLUMNS}`,
).inTx.one;

const FIND_PART = statement<{ documentId: number; place: number }, { content: Buffer }>(
  'knowledge.find_document_part',
  'select content from document_files where document_id = :documentId and place = :place',
);

/** Documents that an earlier version took have their bytes in the database. */
export async function findPart(db: Db, documentId: number, place: number): Promise<Buffer | undefined> {
  return (await FIND_PART.first(db, { documentId, place }))?.content;
}

export const deleteParts = statement<{ documentId: number }>(
  'knowledge.delete_document_parts',
  'delete from document_files where document_id = :documentId',
).inTx.run;

export const updateDocument = statement<
  { id: number; title: string; enabled: boolean; now: Date },
  DocumentRow
>(
  'knowledge.update_document',
  `update documents set title = :title, enabled = :enabled, updated_at = :now where id = :id returning ${COLUMNS}`,
).inTx.one;

export const deleteDocument = statement<{ id: number }>(
  'knowledge.delete_document',
  'delete from documents where id = :id',
).inTx.run;

export interface ClaimedDocument {
  id: number;
  account_id: number;
  document_uuid: string;
  format: Format;
  size: number;
  /** In the file store. Null: in parts. */
  file_id: string | null;
  attempts: number;
}

/** Until then, the time that an account used counts less and less. */
const REMEMBERED_SECONDS = 600;

/** SQL: the time that an account used lately, in milliseconds. */
const USED = `a.reader_ms * greatest(0,
  1 - extract(epoch from :now::timestamptz - a.reader_at)::float8 / ${REMEMBERED_SECONDS})`;

const READER_TIME = statement<{ accountId: number; now: Date }, { ms: number }>(
  'knowledge.reader_time',
  `select coalesce((select ${USED} from automation_accounts a where a.account_id = :accountId), 0)::float8 as ms`,
);

/** That the account used lately, in milliseconds. */
export async function readerTime(db: Queryable, accountId: number, now: Date): Promise<number> {
  return (await READER_TIME.one(db, { accountId, now })).ms;
}

/** With a document that waits, or whose reading may have ended without a result. */
export const listWaitingAccounts = statement<NoParams, { account_id: number }>(
  'knowledge.list_accounts_with_documents',
  `select account_id from documents where state = 'waiting' and account_id > 0
   union select account_id from documents where state = 'reading' and claimed_until is null and account_id > 0
   union select account_id from documents where state = 'reading' and claimed_until <= now() and account_id > 0`,
).all;

/** The oldest one. Those of the previous version have an end of their claim. */
export const claimDocument = statement<{ accountId: number; claimId: string; now: Date }, ClaimedDocument>(
  'knowledge.claim_document',
  `update documents set state = 'reading', attempts = attempts + 1, claim_id = :claimId::uuid, claimed_until = null
   where id = (
     select id from documents
     where account_id = :accountId
       -- A plain condition would choose the indexes of all accounts.
       and (state || '' = 'waiting'
         or state || '' = 'reading' and coalesce(claimed_until, '-infinity') <= :now::timestamptz)
     order by id limit 1
   )
   returning id, account_id, document_uuid, format, size, attempts,
     (select u.file_id from document_uploads u where u.document_id = documents.id) as file_id`,
).first;

export const noteReaderTime = statement<{ accountId: number; ms: number; now: Date }>(
  'knowledge.note_reader_time',
  `update automation_accounts a
   set reader_ms = coalesce(${USED}, 0)::bigint + :ms::bigint, reader_at = :now::timestamptz
   where account_id = :accountId`,
).inTx.run;

const NOTE = statement<{ id: number; claimId: string; page: number; pages: number }>(
  'knowledge.note_progress',
  `update documents set pages = :pages, pages_read = :page where id = :id and claim_id = :claimId::uuid`,
);

/** False: the claim is lost, or the document gone. */
export async function noteProgress(
  db: Db,
  progress: { id: number; claimId: string; page: number; pages: number },
): Promise<boolean> {
  return (await NOTE.run(db, progress)) > 0;
}

/** The attempt does not count. */
export const releaseDocument = statement<{ id: number; claimId: string }>(
  'knowledge.release_document',
  `update documents set state = 'waiting', claim_id = null, attempts = attempts - 1
   where id = :id and claim_id = :claimId::uuid`,
).run;

export interface ReadingResult {
  state: 'ready' | 'failed';
  problem: DocumentProblem | null;
  pages: number | null;
  unreadable_pages: readonly number[];
  pictures: number;
  is_cut: boolean;
  passages: number;
  text_length: number;
}

const FINISH = statement<ReadingResult & { id: number; claimId: string; now: Date }>(
  'knowledge.finish_document',
  `update documents set state = :state, problem = :problem, pages = :pages, pages_read = coalesce(:pages, 0),
     unreadable_pages = :unreadable_pages::integer[], pictures = :pictures, is_cut = :is_cut,
     passages = :passages, text_length = :text_length, claim_id = null, claimed_until = null, updated_at = :now
   where id = :id and claim_id = :claimId::uuid`,
);

/** False: the claim is lost, or the document gone. */
export async function finishDocument(
  tx: Tx,
  result: ReadingResult & { id: number; claimId: string; now: Date },
): Promise<boolean> {
  return (await FINISH.run(tx, result)) > 0;
}

const INSERT_PASSAGES = statement<{ accountId: number; documentId: number; rows: string }>(
  'knowledge.insert_passages',
  `insert into passages (account_id, document_id, place, heading, text, page)
   select :accountId, :documentId, p.place, p.heading, p.text, p.page
   from jsonb_to_recordset(:rows::jsonb) as p (place integer, heading text, text text, page integer)
   order by p.place`,
);

export async function insertPassages(
  tx: Tx,
  { accountId, documentId }: { accountId: number; documentId: number },
  passages: readonly Passage[],
): Promise<void> {
  const rows = JSON.stringify(passages.map((passage, place) => ({ place, ...passage })));
  await INSERT_PASSAGES.run(tx, { accountId, documentId, rows });
}

export interface PassageRow {
  id: number;
  document_uuid: string;
  /** Of the document. */
  title: string;
  /** Of a page on the web. */
  url: string | null;
  heading: string | null;
  text: string;
  /** Of a PDF. */
  page: number | null;
}

/** Of enabled documents. */
export const readPassages = statement<{ accountId: number }, PassageRow>(
  'knowledge.read_passages',
  `select p.id, d.document_uuid, d.title, d.url, p.heading, p.text, p.page
   from documents d
   cross join lateral (
     select id, heading, text, page, place from passages where document_id = d.id order by place offset 0
   ) p
   where d.account_id = :accountId and d.enabled and d.state = 'ready'
   order by d.id, p.place`,
).all;

/** Of enabled documents. */
export const readSomePassages = statement<{ accountId: number; ids: readonly number[] }, PassageRow>(
  'knowledge.read_some_passages',
  `select p.id, d.document_uuid, d.title, d.url, p.heading, p.text, p.page
   from unnest(:ids::bigint[]) as asked (id)
   cross join lateral (
     select id, document_id, heading, text, page from passages
     where account_id = :accountId and id = asked.id offset 0
   ) p
   cross join lateral (
     select document_uuid, title, url from documents
     where id = p.document_id and enabled and state = 'ready' offset 0
   ) d`,
).all;

export interface ListedPassage {
  place: number;
  heading: string | null;
  text: string;
  page: number | null;
}

/** In order. */
export const listPassages = statement<
  { accountId: number; documentId: number; after: number; limit: number },
  ListedPassage
>(
  'knowledge.list_passages',
  `select place, heading, text, page from passages
   where document_id = :documentId and account_id = :accountId and place > :after
   order by place limit :limit::bigint`,
).all;
