import { z } from 'zod';
import type { BackupRow } from './store.ts';

export const Backup = z
  .object({
    outcome: z.enum(['done', 'failed']).meta({ examples: ['done'] }),
    made_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T03:00:00.000Z'] }),
    size_bytes: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Null: not known.', examples: [734_003_200] }),
    location: z
      .string()
      .nullable()
      .meta({ description: 'Where the operator keeps it.', examples: ['/root/kurir-backup.tar.gz'] }),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

export function viewBackup({ outcome, made_at, size_bytes, location }: BackupRow): Backup {
  return { outcome, made_at: made_at.toISOString(), size_bytes, location };
}
