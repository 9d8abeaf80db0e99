import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../context.ts';
import { MINUTE } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { localFile } from '../../../platform/lib/file-store/local-file.ts';
import { namesOf } from '../../../platform/lib/file-store/names.ts';
import { removeFiles } from '../../../platform/lib/file-store/removal.ts';
import { answerTrouble } from '../../../platform/lib/file-store/trouble.ts';
import { type ClaimedDocument, findPart } from './store.ts';
import * as store from './upload-files-store.ts';

/** Storing a file and its document takes less. */
const UPLOAD_MS = 5 * MINUTE;
const PUT_MS = 2 * MINUTE;

type Attach = (tx: Tx, documentId: number) => Promise<void>;

/** ApiError as `work`; storage_low, service_unavailable. */
export async function keepUpload<T>(
  ctx: Context,
  files: FileStore,
  path: string,
  work: (attach: Attach) => Promise<T>,
): Promise<T> {
  const fileId = await store.nameUpload(ctx.db, new Date(ctx.now().getTime() + UPLOAD_MS));
  try {
    const put = async () => files.put(fileId, await localFile(path), AbortSignal.timeout(PUT_MS));
    await answerTrouble(ctx.log, put());
    return await work(async (tx, documentId) => {
      const isAttached = await store.attachUpload(tx, { fileId, documentId, now: ctx.now() });
      if (!isAttached)
        throw new ApiError('service_unavailable', 'The storage of files is too slow. Try again later.');
    });
  } catch (error) {
    await giveUp(ctx, files, fileId);
    throw error;
  }
}

/** At once: refused uploads can be repeated. The commit may have arrived in spite of its error. */
async function giveUp(ctx: Context, files: FileStore, fileId: string): Promise<void> {
  try {
    if (!(await store.giveUpUpload(ctx.db, fileId, ctx.now()))) return;
    await files.remove(fileId);
    await store.forgetUploads(ctx.db, { fileIds: [fileId] });
  } catch (error) {
    // The job removes it.
    ctx.log.debug({ err: error, fileId }, 'knowledge.upload_left');
  }
}

/** Of read or deleted documents, and of uploads without a document. */
export function removeUploads(ctx: Context, files: FileStore): Promise<number> {
  return removeFiles(ctx, files, {
    list: (start, limit) => store.listDueUploads(ctx.db, start, limit),
    namesOf,
    noteRemoval: (fileIds) => store.forgetUploads(ctx.db, { fileIds }),
    postpone: (fileIds, until) => store.postponeUploads(ctx.db, { fileIds, dueAt: until }),
  });
}

/** Files of an account that arrives. What is not released until then is removed. */
export function nameFiles(ctx: Context, fileIds: readonly string[], dueAt: Date): Promise<number> {
  return store.nameFiles(ctx.db, { fileIds, dueAt });
}

/** False: some are gone. */
export async function releaseFiles(ctx: Context, tx: Tx, fileIds: readonly string[]): Promise<boolean> {
  return (await store.releaseFiles(tx, { fileIds, now: ctx.now() })) === fileIds.length;
}

/** The job removes them within a minute. */
export async function giveUpFiles(ctx: Context, fileIds: readonly string[]): Promise<void> {
  await store.giveUpFiles(ctx.db, { fileIds, now: ctx.now() });
}

export interface CopyRequest {
  document: Pick<ClaimedDocument, 'id' | 'file_id' | 'size'>;
  path: string;
  signal: AbortSignal;
}

/** Copies the bytes of a document to `path`. `unavailable`: the storage may answer later. */
export async function copyUpload(
  ctx: Context,
  files: FileStore,
  { document: { id, file_id, size }, path, signal }: CopyRequest,
): Promise<'copied' | 'lost' | 'unavailable'> {
  if (file_id === null) return copyParts(ctx, id, path);
  try {
    const bytes = await files.open(file_id, null, size);
    if (!bytes) return 'lost';
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
    return 'copied';
  } catch (error) {
    if (!signal.aborted) ctx.log.warn({ err: error, fileId: file_id }, 'files.storage_unavailable');
    return 'unavailable';
  }
}

async function copyParts(ctx: Context, documentId: number, path: string): Promise<'copied' | 'lost'> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (let place = 0; ; place += 1) {
      const part = await findPart(ctx.db, documentId, place);
      if (!part) return place === 0 ? 'lost' : 'copied';
      await file.write(part);
    }
  } finally {
    await file.close();
  }
}
