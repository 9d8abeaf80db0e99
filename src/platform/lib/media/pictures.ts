import { stat } from 'node:fs/promises';
import {
  MAX_FILE_BYTES,
  MAX_SIDE,
  type PictureAnswer,
  type PictureRequest,
  TIME_LIMIT_MS,
} from './picture-limits.ts';
import { PictureThread } from './picture-thread.ts';

export interface Pictures {
  /**
   * Writes a small picture to `target`: JPEG of a JPEG, otherwise PNG. False when the picture cannot be read within
   * the limits of pixels and time. Never rejects.
   */
  thumbnail(picture: { source: string; target: string; size: number; mimetype: string }): Promise<boolean>;
  /** Writes the picture to `target` as JPEG, or as PNG when it has transparency. Null: as above. */
  convert(picture: {
    source: string;
    target: string;
  }): Promise<{ mimetype: PictureAnswer; size: number } | null>;
  close(): Promise<void>;
}

const READABLE: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

export const thumbnailTypeOf = (mimetype: string) => (mimetype === 'image/jpeg' ? mimetype : 'image/png');

export function openPictures(timeLimitMs = TIME_LIMIT_MS): Pictures {
  const script = new URL('./picture-worker.ts', import.meta.url);
  const thread = new PictureThread<PictureRequest, PictureAnswer>(script, timeLimitMs);
  return {
    async thumbnail({ source, target, size, mimetype }) {
      if (!READABLE.includes(mimetype) || size > MAX_FILE_BYTES) return false;
      const format = thumbnailTypeOf(mimetype) === 'image/jpeg' ? 'jpeg' : 'png';
      return (await thread.run({ source, target, maxSide: MAX_SIDE, format })) !== null;
    },
    async convert({ source, target }) {
      const mimetype = await thread.run({ source, target, maxSide: null, format: 'fitting' });
      return mimetype && { mimetype, size: (await stat(target)).size };
    },
    close: () => thread.close(),
  };
}
