import { z } from 'zod';
import { nextCursor, pageQuery } from '../../../platform/lib/page.ts';
import { BackupRun } from './run.ts';
import { Backup } from './shown-backup.ts';

export const ListBackups = z.object(pageQuery);

export const BackupPage = z
  .object({
    data: z.array(Backup),
    next_cursor: nextCursor,
    commands: z.array(z.string()).meta({
      description:
        'Lines for a shell on the machine of the gateway: they make a backup while it runs, and record it. The user ' +
        'of the gateway runs them.',
      examples: [['/opt/kurir/kurir backup /srv/backups --verify']],
    }),
    restore: z.array(z.string()).meta({
      description:
        'Lines for a shell on the machine of the gateway: they put the last backup in the place of the installation. ' +
        'The data of before stay in a folder beside it.',
      examples: [['/opt/kurir/kurir restore /srv/backups/kurir-2026-01-31T19-00-00Z']],
    }),
    run: BackupRun.nullable().meta({
      description: 'The backup that is being made, or why the last one failed. Null: neither.',
    }),
    nightly: z
      .object({
        folder: z.string().meta({ examples: ['/srv/backups'] }),
        hour: z.int().meta({ description: 'In UTC.', examples: [19] }),
        kept: z.int().meta({ examples: [7] }),
      })
      .nullable()
      .meta({ description: 'Where Kurir makes a backup each night. Null without `KURIR_BACKUP_TO`.' }),
  })
  .meta({ id: 'BackupPage' });

export const StartedBackup = z.object({ run: BackupRun }).meta({ id: 'StartedBackup' });
