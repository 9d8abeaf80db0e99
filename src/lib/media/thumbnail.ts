import { PictureThread } from './picture-thread.ts';
import { MAX_FILE_BYTES, type ThumbnailRequest, TIME_LIMIT_MS } from './thumbnail-limits.ts';

export interface Thumbnailer {
  /**
   * Writes a small picture to `target`: JPEG of a JPEG, otherwise PNG. False when the picture cannot be read within
   * the limits of pixels and time. Never rejects.
   */
  make(picture: { source: string; target: string; size: number; mimetype: string }): Promise<boolean>;
  close(): Promise<void>;
}

const READABLE: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

export const thumbnailTypeOf = (mimetype: string) => (mimetype === 'image/jpeg' ? mimetype : 'image/png');

export function openThumbnailer(timeLimitMs = TIME_LIMIT_MS): Thumbnailer {
  const script = new URL('./thumbnail-worker.ts', import.meta.url);
  const thread = new PictureThread<ThumbnailRequest, true>(script, timeLimitMs);
  return {
    async make({ source, target, size, mimetype }) {
      if (!READABLE.includes(mimetype) || size > MAX_FILE_BYTES) return false;
      const asJpeg = thumbnailTypeOf(mimetype) === 'image/jpeg';
      return (await thread.run({ source, target, asJpeg })) !== null;
    },
    close: () => thread.close(),
  };
}
