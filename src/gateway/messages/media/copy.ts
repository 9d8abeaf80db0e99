import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../../context.ts';
import type { Account, Sight } from '../../../platform/accounts/account.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { localFile } from '../../../platform/lib/file-store/local-file.ts';
import { answerTrouble } from '../../../platform/lib/file-store/trouble.ts';
import type { UploadRow } from '../../uploads/read-upload.ts';
import { type Holder, keepUpload, requireRoomFor, type UploadParts } from '../../uploads/upload.ts';
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
  const { file_id, size, kind, mimetype, file_name } = requireStored(await getMedia(ctx, account, publicId));
  await requireRoomFor(ctx, account, size ?? 0);
  const bytes = await answerTrouble(ctx.log, parts.files.open(file_id, null, size ?? 0));
  if (!bytes) throw new ApiError('media_removed');
  await answerTrouble(ctx.log, pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
  const file = { ...(await localFile(path)), name: file_name ?? '', contentType: mimetype };
  // A picture that was sent as a document stays one.
  return keepUpload(ctx, parts, { account, staff }, file, kind === 'document' ? kind : undefined);
}
