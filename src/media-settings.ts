import { z } from 'zod';
import { MEBIBYTE } from './platform/lib/bytes.ts';
import type { MediaType } from './platform/lib/media/formats.ts';

const mebibytes = (most: number) => z.coerce.number().int().min(1).max(most);

/** Settings of files, in both directions. */
export const MEDIA_SETTINGS = {
  KURIR_MEDIA_MAX_IMAGE_MIB: mebibytes(2048)
    .default(16)
    .describe('Largest file of an `image` message, in MiB, in both directions. Stickers are images.'),
  KURIR_MEDIA_MAX_AUDIO_MIB: mebibytes(2048)
    .default(16)
    .describe('Largest file of an `audio` message, in MiB, in both directions.'),
  KURIR_MEDIA_MAX_VIDEO_MIB: mebibytes(2048)
    .default(16)
    .describe('Largest file of a `video` message, in MiB, in both directions.'),
  KURIR_MEDIA_MAX_DOCUMENT_MIB: mebibytes(2048)
    .default(100)
    .describe('Largest file of a `document` message, in MiB, in both directions.'),
  KURIR_MEDIA_TIMEOUT_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(600)
    .default(60)
    .describe('Time limit in seconds for the download of one file, redirects included.'),
  KURIR_MEDIA_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder for the files that customers send, and for documents until they are read. Unset: `media` in the data ' +
        'folder. Several processes on one database need a shared folder or a bucket.',
    ),
  KURIR_MEDIA_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(90)
    .describe(
      'Days for which Kurir keeps the files that customers send. 0: Kurir fetches no further files, and keeps ' +
        'those that it has.',
    ),
  KURIR_UPLOAD_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(7)
    .describe(
      'Days for which Kurir keeps an uploaded file that nothing uses. Each use keeps it as long as files that ' +
        'customers send, if that is longer.',
    ),
  KURIR_STORAGE_FLOOR_MIB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_048_576)
    .default(1024)
    .describe(
      'Free space in MiB on the disks of KURIR_DATA_DIR and KURIR_MEDIA_DIR. Below it, calls that store much get 503 ' +
        '`storage_low`, and files of customers wait. 0: no floor.',
    ),
  KURIR_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .optional()
    .describe('S3-compatible bucket for these files, in place of KURIR_MEDIA_DIR.'),
  KURIR_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('URL of the S3 service, without the bucket. Needed with KURIR_S3_BUCKET.'),
  KURIR_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1')
    .describe('Region of the bucket. Services without regions take any value.'),
  KURIR_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Access key for the bucket. It needs the rights to read, write and delete objects.'),
  KURIR_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of KURIR_S3_ACCESS_KEY_ID.'),
  KURIR_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]{1,100}\/){0,5}$/)
    .default('')
    .describe('Beginning of all object names, such as `kurir/`. It ends in a slash.'),
  KURIR_S3_ADDRESSING: z
    .enum(['path', 'host'])
    .default('path')
    .describe('Place of the bucket in a URL. `path`: after the host. `host`: before the host.'),
};

/** The largest files, in both directions. */
export function maxMediaBytes(
  config: z.infer<z.ZodObject<typeof MEDIA_SETTINGS>>,
): Record<MediaType, number> {
  return {
    image: config.KURIR_MEDIA_MAX_IMAGE_MIB * MEBIBYTE,
    audio: config.KURIR_MEDIA_MAX_AUDIO_MIB * MEBIBYTE,
    video: config.KURIR_MEDIA_MAX_VIDEO_MIB * MEBIBYTE,
    document: config.KURIR_MEDIA_MAX_DOCUMENT_MIB * MEBIBYTE,
  };
}
