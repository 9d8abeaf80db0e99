import type { Context } from '../../../context.ts';
import type { Caller } from '../../../platform/accounts/account.ts';
import { requireFreeSpace, requireRoom } from '../../../platform/accounts/storage/storage.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { type Page, readPage } from '../../../platform/lib/page.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { changeKnowledge } from '../change.ts';
import { removePageOf } from '../sites/walk/store.ts';
import { enqueueReading } from './reading-due.ts';
import { type ChangeDocument, type ListDocuments, type ListPassages, MAX_DOCUMENTS } from './schema.ts';
import * as store from './store.ts';
import { keepUpload } from './upload-files.ts';

export function listDocuments(
  ctx: Context,
  account: Caller,
  { q, ...page }: ListDocuments,
): Promise<Page<store.DocumentRow>> {
  return readPage(ctx, {
    ...page,
    list: `documents of account ${account.id}${q === undefined ? '' : ` with ${q}`}`,
    read: ([after = 0], limit) =>
      store.listDocuments(ctx.db, { accountId: account.id, q: q ?? null, after, limit }),
    placeOf: ({ id }) => [id],
  });
}

/** ApiError document_not_found. */
export async function getDocument(
  db: Db,
  account: Pick<Caller, 'id'>,
  uuid: string,
): Promise<store.DocumentRow> {
  const found = isUuid(uuid) ? await store.findDocument(db, { accountId: account.id, uuid }) : undefined;
  if (!found) throw new ApiError('document_not_found');
  return found;
}

/** What the assistant reads, in the order of the document. ApiError document_not_found. */
export async function listPassages(
  ctx: Context,
  account: Caller,
  uuid: string,
  page: ListPassages,
): Promise<Page<store.ListedPassage>> {
  const { id: documentId } = await getDocument(ctx.db, account, uuid);
  const of = { accountId: account.id, documentId };
  return readPage(ctx, {
    ...page,
    list: `passages of document ${documentId}`,
    read: ([after = -1], limit) => store.listPassages(ctx.db, { ...of, after, limit }),
    placeOf: ({ place }) => [place],
    partsOf: ({ heading, text }) => [heading, text],
  });
}

/**
 * Keeps the file, which may be moved, until it has been read. ApiError knowledge_limit_reached, storage_limit_reached,
 * storage_low, service_unavailable.
 */
export async function addDocument(
  { ctx, files }: { ctx: Context; files: FileStore },
  account: Caller,
  { path, ...document }: store.NewDocument & { path: string },
): Promise<store.DocumentRow> {
  await requireFreeSpace(ctx);
  return keepUpload(ctx, files, path, (attach) =>
    changeKnowledge(ctx, account, async (tx) => {
      const { documents } = await store.countDocuments(tx, { accountId: account.id });
      if (documents >= MAX_DOCUMENTS) {
        throw new ApiError('knowledge_limit_reached', `An account has at most ${MAX_DOCUMENTS} documents.`);
      }
      const row = await store.insertDocument(tx, { ...document, accountId: account.id, now: ctx.now() });
      await requireRoom(tx, account.id);
      await attach(tx, row.id);
      await enqueueReading(ctx, tx, account.id);
      const detail = { format: document.format, size: document.size };
      const entry = { action: 'document.added', target: row.document_uuid, detail } as const;
      return { result: row, entry, teachesNothing: true as const };
    }),
  );
}

/** ApiError document_not_found. */
export function changeDocument(
  ctx: Context,
  account: Caller,
  uuid: string,
  given: ChangeDocument,
): Promise<store.DocumentRow> {
  return changeKnowledge(ctx, account, async (tx) => {
    const present = await getDocument(tx, account, uuid);
    const { title = present.title, enabled = present.enabled } = given;
    const changed = await store.updateDocument(tx, { title, enabled, id: present.id, now: ctx.now() });
    return { result: changed, entry: { action: 'document.changed', target: present.document_uuid } };
  });
}

/** A page of a site is not read again. ApiError document_not_found. */
export function deleteDocument(ctx: Context, account: Caller, uuid: string): Promise<void> {
  return changeKnowledge(ctx, account, async (tx) => {
    const { id, document_uuid: target } = await getDocument(tx, account, uuid);
    await removePageOf(tx, { documentId: id });
    await store.deleteDocument(tx, { id });
    return { result: undefined, entry: { action: 'document.deleted', target } };
  });
}
