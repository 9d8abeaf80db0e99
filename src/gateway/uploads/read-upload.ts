import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../context.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { dispositionOf } from '../../platform/lib/media/content-disposition.ts';
import type { ReadUpload } from '../../platform/lib/media/fetcher.ts';
import { uploadUrl } from '../../platform/lib/media/upload-url.ts';
import { findStored } from './store.ts';

/** For the engines. A message that waited long still gets its file. */
export function uploadReader(ctx: Pick<Context, 'db'>, files: FileStore): ReadUpload {
  return async ({ accountId, id }, { file, maxBytes, signal }) => {
    const row = await findStored(ctx.db, { accountId, id });
    if (!row) return { outcome: 'gone' };
    const { size, mimetype, file_name } = row;
    if (size > maxBytes) return { outcome: 'too_large' };
    const bytes = await files.open(id, null, size);
    if (!bytes) return { outcome: 'gone' };
    await pipeline(bytes, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal });
    const contentDisposition = dispositionOf('attachment', file_name);
    return {
      outcome: 'saved',
      size,
      contentType: mimetype,
      contentDisposition,
      url: new URL(uploadUrl(accountId, id)),
    };
  };
}
