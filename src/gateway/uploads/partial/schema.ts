import { z } from 'zod';

export const PartialParams = z.object({
  id: z
    .string()
    .meta({ description: 'The `id` of the upload.', examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'] }),
});

export const PartialUpload = z
  .object({
    id: z.uuid().meta({
      description: 'Of the upload. The file gets another one at the end.',
      examples: ['7c9e6679-7425-40de-944b-e07fc1f90ae7'],
    }),
    length: z.int().meta({ description: 'Bytes of the whole file.', examples: [24_000_000] }),
    offset: z
      .int()
      .meta({ description: 'Bytes that Kurir has. The next byte is at this place.', examples: [0] }),
    expires_at: z.string().meta({
      format: 'date-time',
      description: 'Kurir drops the upload then. Each part moves it.',
      examples: ['2025-11-22T09:00:00.000Z'],
    }),
  })
  .meta({ id: 'PartialUpload' });
export type PartialUpload = z.infer<typeof PartialUpload>;

/** tus 1.0. */
export const BEGIN_HEADERS = {
  'Upload-Length': z.string().meta({ description: 'Bytes of the whole file.', examples: ['24000000'] }),
  'Upload-Metadata': z
    .string()
    .optional()
    .meta({
      description: '`filename` and `filetype`, each with its value in Base64, with a comma between them.',
      examples: ['filename a2xpcC5tcDQ=,filetype dmlkZW8vbXA0'],
    }),
};

export const PART_HEADERS = {
  'Upload-Offset': z.string().meta({ description: 'Place of the first byte of the body.', examples: ['0'] }),
};

export const OFFSET_HEADER = {
  'Upload-Offset': {
    schema: z.int().meta({ description: 'Bytes that Kurir has.', examples: [8_388_608] }),
  },
};
