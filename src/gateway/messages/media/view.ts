import { safeFileName } from '../../../platform/lib/media/file-name.ts';
import { UNKNOWN_TYPE } from '../../../platform/lib/media/formats.ts';
import type { MediaView } from './schema.ts';
import type { MediaRow } from './store.ts';

export function viewMedia(row: MediaRow): MediaView {
  const { state, reason, kind, mimetype, file_name, size, has_thumbnail } = row;
  return {
    state,
    reason,
    kind,
    mime_type: mimetype,
    file_name: file_name && safeFileName(file_name, kind, mimetype ?? UNKNOWN_TYPE),
    size,
    has_thumbnail: has_thumbnail && state === 'stored',
  };
}
