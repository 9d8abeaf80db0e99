import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/lib/db/db.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { dispositionOf } from '../../platform/lib/media/content-disposition.ts';
import type { UploadSource } from '../../platform/lib/media/fetcher.ts';
import { type UploadPlace, uploadUrl } from '../../platform/lib/media/upload-url.ts';
import { listStored, type UploadRow } from './store.ts';

export type { UploadRow } from './store.ts';

/** For the engines. A message that waited long still gets its file. */
export function uploadSource({ db }: Pick<Context, 'db'>, files: FileStore): UploadSource {
  const findRow = async (place: UploadPlace) => (await findUploads(db, [place])).get(place.id);
  return {
    async find(place) {
      const row = await findRow(place);
      return row ? { sha256: row.sha256, fileName: row.file_name } : null;
    },

    async read(place, { file, maxBytes, signal }) {
      const row = await findRow(place);
      if (!row) return { outcome: 'gone' };
      const { id, account_id, size, mimetype, file_name } = row;
      if (size > maxBytes) return { outcome: 'too_large' };
      const bytes = await files.open(id, null, size);
      if (!bytes) return { outcome: 'gone' };
      await pipeline(bytes, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal });
      const contentDisposition = dispositionOf('attachment', file_name);
      const url = new URL(uploadUrl(account_id, id));
      return { outcome: 'saved', size, contentType: mimetype, contentDisposition, url };
    },
  };
}

/** By id, for who sees the messages with them. Also expired ones, until they are deleted. */
export async function findUploads(db: Db, places: readonly UploadPlace[]): Promise<Map<string, UploadRow>> {
  if (places.length === 0) return new Map();
  const accountIds = places.map(({ accountId }) => accountId);
  const rows = await listStored(db, { accountIds, ids: places.map(({ id }) => id) });
  return new Map(rows.map((row) => [row.id, row]));
}
