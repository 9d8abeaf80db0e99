import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../context.ts';
import { hasRoom } from '../../../platform/accounts/storage/storage.ts';
import { DAY, MINUTE } from '../../../platform/lib/clock.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { localFile } from '../../../platform/lib/file-store/local-file.ts';
import { removeFiles } from '../../../platform/lib/file-store/removal.ts';
import { answerTrouble } from '../../../platform/lib/file-store/trouble.ts';
import type { Piece } from '../../../platform/lib/http/upload.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';
import type { MediaType } from '../../../platform/lib/media/formats.ts';
import { isUuid } from '../../../platform/lib/text.ts';
import { getUpload, type Holder, keepUpload, type UploadParts, type UploadRow } from '../upload.ts';
import * as store from './store.ts';

export type { PartialRow } from './store.ts';

/** A body is stored in such pieces, so a killed process loses less than one. */
export const PIECE_BYTES = 8 * 1024 * 1024;
export const MAX_OPEN = 20;
/** Connections may break often. */
const MAX_PARTS = 1_000;
const KEPT_MS = DAY;
const PUT_MS = 2 * MINUTE;
/** Of a removal after the end. Storing a part takes less. */
const GRACE_MS = 5 * MINUTE;

interface Announced {
  length: number;
  name: string;
  contentType: string | null;
}

/** ApiError payload_too_large, upload_limit_reached, storage_limit_reached. */
export async function beginPartial(
  ctx: Context,
  { maxBytes }: Pick<UploadParts, 'maxBytes'>,
  { account: { id: accountId }, staff }: Holder,
  { length, name, contentType }: Announced,
): Promise<store.PartialRow> {
  if (length > Math.max(...Object.values(maxBytes))) throw new ApiError('payload_too_large');
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await store.lockOpen(tx, { accountId });
    const open = await store.sumOpen(tx, { accountId, now });
    if (open.count >= MAX_OPEN) throw new ApiError('upload_limit_reached');
    if (!(await hasRoom(tx, accountId, open.bytes + length))) throw new ApiError('storage_limit_reached');
    const begun = { accountId, userId: staff?.id ?? null, fileName: name, contentType, length };
    return store.insertPartial(tx, { ...begun, until: keptUntil(now), now });
  });
}

/** Agents see their own. ApiError upload_not_found. */
export async function getPartial(
  ctx: Context,
  { account, staff }: Holder,
  id: string,
): Promise<store.PartialRow> {
  const viewerId = account.deviceIds === null ? null : (staff?.id ?? 0);
  const asked = { accountId: account.id, viewerId, id, now: ctx.now() };
  const found = isUuid(id) ? await store.findPartial(ctx.db, asked) : undefined;
  if (!found) throw new ApiError('upload_not_found');
  return found;
}

/**
 * Stores a piece that begins at this place. Returns the next place. ApiError upload_offset_wrong: another call was
 * faster, or the upload is over; upload_limit_reached, storage_low, service_unavailable.
 */
export async function addPiece(
  ctx: Context,
  files: FileStore,
  { id: uploadId }: store.PartialRow,
  start: number,
  piece: Piece,
): Promise<number> {
  const part = await store.namePart(ctx.db, { uploadId, start, max: MAX_PARTS, now: ctx.now() });
  if (!part) throw new ApiError('upload_limit_reached', 'The upload has too many parts. Send larger ones.');
  const fileId = part.file_id;
  // Else the job does it, with the upload.
  const drop = () => dropParts(ctx, files, [part]).catch(() => {});
  try {
    await answerTrouble(ctx.log, files.put(fileId, piece, AbortSignal.timeout(PUT_MS)));
  } catch (error) {
    await drop();
    throw error;
  }
  const now = ctx.now();
  // Its commit may arrive in spite of an error, so the part stays then.
  const settled = { fileId, uploadId, start, size: piece.size, until: keptUntil(now), now };
  if ((await store.settlePart(ctx.db, settled)) > 0) return start + piece.size;
  await drop();
  throw new ApiError('upload_offset_wrong');
}

/**
 * The whole file becomes an uploaded one. Repeatable. `path`: a place on the disk. ApiError upload_incomplete,
 * upload_not_found, and as keepUpload.
 */
export async function finishPartial(
  ctx: Context,
  parts: UploadParts,
  holder: Holder,
  { upload, path, wanted }: { upload: store.PartialRow; path: string; wanted: MediaType | undefined },
): Promise<UploadRow> {
  const { id, arrived, length, file_name: name, content_type: contentType } = upload;
  if (upload.media_id !== null) return getUpload(ctx, holder, upload.media_id);
  if (arrived < length) throw new ApiError('upload_incomplete');
  const stored = (await store.listParts(ctx.db, { uploadId: id })).filter(({ size }) => size !== null);
  const isWhole = stored.reduce((sum, { size }) => sum + (size ?? 0), 0) === length;
  if (!isWhole) return finishedElsewhere(ctx, holder, id);
  for (const part of stored) {
    const bytes = await answerTrouble(ctx.log, parts.files.open(part.file_id, null, part.size ?? 0));
    if (!bytes) return finishedElsewhere(ctx, holder, id);
    await answerTrouble(ctx.log, pipeline(bytes, createWriteStream(path, { flags: 'a', mode: 0o600 })));
  }
  const file = { ...(await localFile(path)), name, contentType };
  const row = await keepUpload(ctx, parts, holder, file, wanted);
  await store.endPartial(ctx.db, { id, mediaId: row.id });
  await dropParts(ctx, parts.files, stored);
  return row;
}

/** Another call has taken the parts, or a job has removed some. */
async function finishedElsewhere(ctx: Context, holder: Holder, id: string): Promise<UploadRow> {
  const { media_id } = await getPartial(ctx, holder, id);
  if (media_id === null) throw new ApiError('upload_not_found');
  return getUpload(ctx, holder, media_id);
}

/** A job removes the parts. */
export async function dropPartial(ctx: Context, { id }: store.PartialRow): Promise<void> {
  await store.dropPartial(ctx.db, { id, now: ctx.now() });
}

async function dropParts(
  ctx: Context,
  files: FileStore,
  parts: readonly { file_id: string }[],
): Promise<void> {
  const fileIds = parts.map(({ file_id }) => file_id);
  await Promise.all(fileIds.map((fileId) => files.remove(fileId)));
  await store.forgetParts(ctx.db, { fileIds });
}

/** Those that ended or were given up. */
export async function removePartials(ctx: Context, files: FileStore): Promise<number> {
  const dueAt = (now: Date) => new Date(now.getTime() - GRACE_MS);
  const removed = await removeFiles(ctx, files, {
    list: async (now, limit) =>
      (await store.listDueParts(ctx.db, { now: dueAt(now), limit })).map(({ file_id }) => file_id),
    namesOf: (fileId) => [fileId],
    noteRemoval: (fileIds) => store.forgetParts(ctx.db, { fileIds }),
    postpone: (fileIds, until) => store.postponeParts(ctx.db, { fileIds, until }),
  });
  return removed + (await inChunks((limit) => store.forgetDue(ctx.db, { now: dueAt(ctx.now()), limit })));
}

const keptUntil = (now: Date) => new Date(now.getTime() + KEPT_MS);
