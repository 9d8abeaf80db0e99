import { z } from 'zod';
import { CONTENT } from '../../../gateway/messages/content.ts';
import { MAX_LOGO_BYTES } from './logo-limits.ts';
import { QR_SIZES } from './qr.ts';

const DEFAULT_SIZE = 1_024;
/** Base64 has four signs for three bytes. */
const MAX_BASE64 = Math.ceil(MAX_LOGO_BYTES / 3) * 4;

export const QrQuery = z.object({
  size: z.coerce
    .number()
    .refine(Number.isInteger, 'must be an integer')
    .min(QR_SIZES.smallest)
    .max(QR_SIZES.largest)
    .default(DEFAULT_SIZE)
    .meta({
      type: 'integer',
      description: 'Pixels per side, of a PNG: 1181 are 10 cm in print.',
      examples: [DEFAULT_SIZE],
    }),
  logo: z
    .enum(['true', 'false'])
    .default('true')
    .meta({ description: '`false`: without the logo of the link.', examples: ['true'] }),
});

export const SetLogo = z
  .object({
    picture: z
      .string()
      .max(MAX_BASE64)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be base64')
      .meta({
        description: 'A PNG, JPEG or WebP in base64, of at most 1 MiB and 4 million pixels.',
        examples: [
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
        ],
      })
      .optional(),
    media_id: CONTENT.media.media_id.meta({
      description:
        'The `id` of an uploaded picture, in place of `picture`: POST /v1/media. The link gets a copy.',
      examples: [null],
    }),
  })
  .refine(({ picture, media_id }) => picture !== undefined || media_id, {
    path: ['picture'],
    error: 'is required, unless media_id is given',
  })
  .refine(({ picture, media_id }) => picture === undefined || !media_id, {
    path: ['media_id'],
    error: 'cannot be combined with picture',
  })
  .meta({ id: 'SetEntryPointLogo' });
export type SetLogo = z.infer<typeof SetLogo>;
