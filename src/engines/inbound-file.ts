/** Files that customers send. The network keeps them encrypted or behind a token; an engine fetches them. */

import type { MediaType } from '../lib/media/formats.ts';

export type FileKind = MediaType | 'sticker';

/** As the sender announced it, which proves nothing. */
export interface InboundFile {
  kind: FileKind;
  mimetype: string | null;
  fileName: string | null;
  /** In bytes. */
  size: number | null;
  /** How the engine fetches the file: JSON of the engine. Secret, because it contains the key of the file. */
  source: string;
}
