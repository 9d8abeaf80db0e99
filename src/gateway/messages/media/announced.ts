import { safeFileName } from '../../../platform/lib/media/file-name.ts';
import { UNKNOWN_TYPE } from '../../../platform/lib/media/formats.ts';
import { toStorable } from '../../../platform/lib/text.ts';
import type { InboundFile } from '../../engines/inbound-file.ts';
import type { MediaRow } from './store.ts';

type FileAbout = Pick<MediaRow, 'kind' | 'mimetype' | 'file_name' | 'size'>;

/** In UTF-16 units. */
const MAX_TEXT = 255;

export function aboutOf({ kind, mimetype, fileName, size }: InboundFile): FileAbout {
  return {
    kind,
    mimetype: shortText(mimetype),
    file_name: shortText(fileName),
    size: size !== null && Number.isSafeInteger(size) && size >= 0 ? size : null,
  };
}

const shortText = (text: string | null) => (text ? toStorable(text.slice(0, MAX_TEXT)) : null);

/** JSON, as events show it. */
export function announcedFile(state: MediaRow['state'], file: FileAbout, url: string | null): string {
  const { kind, mimetype, file_name, size } = file;
  const name = file_name && safeFileName(file_name, kind, mimetype ?? UNKNOWN_TYPE);
  return JSON.stringify({ state, url, mimetype, file_name: name, size });
}
