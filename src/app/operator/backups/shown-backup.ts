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
    verified_at: z
      .string()
      .nullable()
      .meta({
        format: 'date-time',
        description: 'When it was last restored for a test. Null: never.',
        examples: ['2025-11-21T03:02:00.000Z'],
      }),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

export function viewBackup(row: BackupRow): Backup {
  const { outcome, made_at, size_bytes, location, verified_at } = row;
  return {
    outcome,
    made_at: made_at.toISOString(),
    size_bytes,
    location,
    verified_at: verified_at?.toISOString() ?? null,
  };
}
