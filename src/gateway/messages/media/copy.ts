import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../context.ts';
import type { Account, Sight } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { localFile } from '../../../platform/lib/file-store/local-file.ts';
import { answerTrouble } from '../../../platform/lib/file-store/trouble.ts';
import { safeFileName } from '../../../platform/lib/media/file-name.ts';
import type { UploadRow } from '../../uploads/read-upload.ts';
import { findSame, type Holder, keepUpload, requireRoomFor, type UploadParts } from '../../uploads/upload.ts';
import { getMedia, requireStored } from './media.ts';

interface Copier extends Holder {
  account: Account & Sight;
}

/** The file of a message as an uploaded one, to send it on. ApiError as requireStored and keepUpload. */
export async function copyToUploads(
  ctx: Context,
  parts: UploadParts,
  { account, staff }: Copier,
  { publicId, path }: { publicId: number; path: string },
): Promise<UploadRow> {
  const media = requireStored(await getMedia(ctx, account, publicId));
  const { file_id, size, kind, mimetype, file_name, sha256 } = media;
  // A full account may send on what it has.
  const fileName = file_name && safeFileName(file_name, kind, mimetype ?? '');
  const same = sha256 && (await findSame(ctx, { account, staff }, { sha256, fileName }));
  if (same) return same;
  await requireRoomFor(ctx, account, size ?? 0);
  const bytes = await answerTrouble(ctx.log, parts.files.open(file_id, null, size ?? 0));
  if (!bytes) throw new ApiError('media_removed');
  await answerTrouble(ctx.log, pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
  const file = { ...(await localFile(path)), name: file_name ?? '', contentType: mimetype };
  // A picture that was sent as a document stays one.
  return keepUpload(ctx, parts, { account, staff }, file, kind === 'document' ? kind : undefined);
}
