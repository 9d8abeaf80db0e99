import { z } from 'zod';
import { nextCursor, pageQuery } from '../../../platform/lib/page.ts';
import { Backup } from './shown-backup.ts';

export const ListBackups = z.object(pageQuery);

export const BackupPage = z
  .object({
    data: z.array(Backup),
    next_cursor: nextCursor,
    commands: z.array(z.string()).meta({
      description:
        'Lines for a shell of root on the machine of the gateway: they make a backup and record it. The unit of ' +
        'systemd is called kurir.',
      examples: [['systemctl stop kurir']],
    }),
    commands_by_hand: z.array(z.string()).meta({
      description: 'The same for a gateway that was started by hand. Empty with `DATABASE_URL`.',
      examples: [['/opt/kurir/kurir stop']],
    }),
  })
  .meta({ id: 'BackupPage' });
