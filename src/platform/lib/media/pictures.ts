import { stat } from 'node:fs/promises';
import {
  MAX_FILE_BYTES,
  MAX_SIDE,
  type PictureAnswer,
  type PictureRequest,
  type PictureType,
  TIME_LIMIT_MS,
} from './picture-limits.ts';
import { PictureThread } from './picture-thread.ts';

export interface Pictures {
  /** JPEG of a JPEG, else PNG, at `target`. `none` beyond limits. Never rejects. */
  thumbnail(picture: { source: string; target: string; size: number; mimetype: string }): Promise<Thumbnail>;
  /** JPEG, or PNG with transparency. Null: as above. */
  convert(picture: {
    source: string;
    target: string;
  }): Promise<{ mimetype: PictureType; size: number } | null>;
  close(): Promise<void>;
}

/** `bomb`: its pixels would fill the memory of a phone. */
export type Thumbnail = 'made' | 'none' | 'bomb';

const READABLE: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

export const thumbnailTypeOf = (mimetype: string) => (mimetype === 'image/jpeg' ? mimetype : 'image/png');

export function openPictures(timeLimitMs = TIME_LIMIT_MS): Pictures {
  const script = new URL('./picture-worker.ts', import.meta.url);
  const thread = new PictureThread<PictureRequest, PictureAnswer>(script, timeLimitMs);
  return {
    async thumbnail({ source, target, size, mimetype }) {
      if (!READABLE.includes(mimetype) || size > MAX_FILE_BYTES) return 'none';
      const format = thumbnailTypeOf(mimetype) === 'image/jpeg' ? 'jpeg' : 'png';
      const answer = await thread.run({ source, target, maxSide: MAX_SIDE, format });
      if (answer === 'bomb') return answer;
      return answer === null ? 'none' : 'made';
    },
    async convert({ source, target }) {
      const mimetype = await thread.run({ source, target, maxSide: null, format: 'fitting' });
      if (mimetype === null || mimetype === 'bomb') return null;
      return { mimetype, size: (await stat(target)).size };
    },
    close: () => thread.close(),
  };
}
