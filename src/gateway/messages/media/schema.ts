import { z } from 'zod';

export const MEDIA_STATES = ['waiting', 'stored', 'failed', 'removed'] as const;
const MEDIA_REASONS = [
  'expired',
  'too_large',
  'hash_mismatch',
  'unavailable',
  'storage_unavailable',
  'storage_limit_reached',
  'deleted',
] as const;

export const MediaView = z
  .object({
    state: z.enum(MEDIA_STATES).meta({
      description:
        '`waiting`: Kurir fetches the file. `stored`: the file can be downloaded. `failed`: see `reason`. ' +
        '`removed`: the days of the retention are over, or the customer deleted the message.',
      examples: ['stored'],
    }),
    reason: z
      .enum(MEDIA_REASONS)
      .nullable()
      .meta({ description: 'Why the last attempt failed.', examples: [null, 'expired'] }),
    kind: z.enum(['image', 'video', 'audio', 'document', 'sticker']).meta({ examples: ['image'] }),
    mime_type: z
      .string()
      .nullable()
      .meta({
        description: 'Of a stored file by its bytes, otherwise as the sender announced it.',
        examples: ['image/jpeg'],
      }),
    file_name: z
      .string()
      .nullable()
      .meta({ examples: [null, 'Faktur.pdf'] }),
    size: z
      .int()
      .nullable()
      .meta({ description: 'In bytes.', examples: [48213] }),
    has_thumbnail: z.boolean().meta({ examples: [true] }),
  })
  .meta({ id: 'Media' });
export type MediaView = z.infer<typeof MediaView>;
