import { MAX_STICKER_BYTES } from '../../../platform/lib/media/stickers.ts';
import { MAX_URL, webUrl } from '../../../platform/lib/web-url.ts';
import { mediaId } from './fields.ts';
import { kind } from './kind.ts';

const kilobytes = (bytes: number) => `${bytes / 1024} KiB`;

export const sticker = kind({
  title: 'Sticker',
  fields: {
    media_url: webUrl()
      .meta({
        description:
          `URL of a WebP file, at most ${MAX_URL} characters: at most ${kilobytes(MAX_STICKER_BYTES.still)}, ` +
          `animated ${kilobytes(MAX_STICKER_BYTES.animated)}.`,
        examples: ['https://example.com/halo.webp'],
      })
      .nullish(),
    media_id: mediaId,
  },
  example: { media_url: 'https://example.com/halo.webp' },
  stored: ({ media_url = null }) => ({ body: null, media_url, details: { kind: 'sticker' } }),
});
