import { z } from 'zod';
import { MEDIA_TYPES } from '../../platform/lib/media/formats.ts';
import { apiString } from '../../platform/lib/text.ts';

export const MAX_GIVEN_NAME = 1_000;

export const UploadQuery = z.object({
  type: z
    .enum(MEDIA_TYPES)
    .optional()
    .meta({
      description:
        'The type of the messages that will have the file. Default: by its bytes. Any file can be sent as a document.',
      examples: ['image'],
    }),
  file_name: apiString()
    .max(MAX_GIVEN_NAME)
    .optional()
    .meta({
      description: 'The name of a file that is the whole body. A multipart body has its own.',
      examples: ['Daftar harga.pdf'],
    }),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

export const UploadParams = z.object({
  id: z
    .string()
    .meta({ description: 'The `id` of the file.', examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'] }),
});

export const UploadedMedia = z
  .object({
    id: z.uuid().meta({
      description: 'The `media_id` of messages.',
      examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
    }),
    type: z.enum(MEDIA_TYPES).meta({
      description: 'The message type that fits the file.',
      examples: ['image'],
    }),
    mimetype: z.string().meta({
      description: 'By the bytes of the file. Its name tells documents apart.',
      examples: ['image/jpeg'],
    }),
    file_name: z.string().meta({ examples: ['kue-ulang-tahun.jpg'] }),
    size: z.int().meta({ description: 'In bytes.', examples: [48213] }),
    sha256: z.string().meta({
      description: 'In hexadecimal digits.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    has_thumbnail: z.boolean().meta({ examples: [true] }),
    expires_at: z.string().meta({
      format: 'date-time',
      description: 'Kurir deletes the file then. Each use moves it.',
      examples: ['2025-11-28T09:00:00.000Z'],
    }),
  })
  .meta({ id: 'UploadedMedia' });
export type UploadedMedia = z.infer<typeof UploadedMedia>;
