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
  /** JPEG of a JPEG, else PNG, at `target`. False beyond limits. Never rejects. */
  thumbnail(picture: { source: string; target: string; size: number; mimetype: string }): Promise<boolean>;
  /** JPEG, or PNG with transparency. Null: as above. */
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
