import { z } from 'zod';

export const MIN_PASSPHRASE = 12;

/** Settings of backups of the embedded database. */
export const BACKUP_SETTINGS = {
  KURIR_BACKUP_TO: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder on another disk, or `s3://BUCKET/FOLDER` at the service of KURIR_S3_ENDPOINT, for a backup each night ' +
        'that is restored for a test. `./kurir backup` without a folder uses it too. Not used with DATABASE_URL. ' +
        'Unset: no backup at night.',
    ),
  KURIR_BACKUP_HOUR: z.coerce
    .number()
    .int()
    .min(0)
    .max(23)
    .default(19)
    .describe('Hour of the backup at night, in UTC. A gateway that was stopped then makes it at its start.'),
  KURIR_BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(7)
    .describe('Backups of this installation that stay in KURIR_BACKUP_TO after the backup at night.'),
  KURIR_BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE)
    .optional()
    .describe(
      `Seals the secret key in backups, at least ${MIN_PASSPHRASE} characters. ` +
        '`./kurir restore` needs it. Unset: backups have no secret key; keep a copy of it in another place.',
    ),
  KURIR_BACKUP_PASSPHRASE_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File with the passphrase, in place of KURIR_BACKUP_PASSPHRASE.'),
};
