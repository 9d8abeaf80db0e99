import type { UploadedMedia } from './schema.ts';
import type { UploadRow } from './store.ts';

export function viewUpload(row: UploadRow): UploadedMedia {
  const { id, type, mimetype, file_name, size, sha256, has_thumbnail, expires_at } = row;
  return {
    id,
    type,
    mimetype,
    file_name,
    size,
    sha256: sha256.toString('hex'),
    has_thumbnail,
    expires_at: expires_at.toISOString(),
  };
}
