import { z } from 'zod';
import { nextCursor, pageQuery } from '../../lib/cursor-page.ts';
import { Backup } from './shown-backup.ts';

export const ListBackups = z.object(pageQuery);

export const BackupPage = z
  .object({
    data: z.array(Backup),
    next_cursor: nextCursor,
    commands: z.array(z.string()).meta({
      description: 'Lines for a shell on the machine of the gateway: they make a backup and record it.',
      examples: [['./kurir stop']],
    }),
  })
  .meta({ id: 'BackupPage' });
