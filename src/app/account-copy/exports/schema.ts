import { z } from 'zod';
import { ActorView } from '../../../platform/lib/actor-view.ts';
import { EXPORT_PROBLEMS, EXPORT_STATES } from './store.ts';

const UUID = '4a7c1e52-90b3-4d0f-8a61-2c5d7e9f1b34';
const time = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: ['2025-11-21T09:00:00.000Z'] });

export const ExportParams = z.object({
  id: z.string().meta({ format: 'uuid', description: 'The `id` of the export.', examples: [UUID] }),
});

export const AccountExport = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [UUID] }),
    status: z.enum(EXPORT_STATES).meta({
      description: '`removed`: its time is over, a later export took its place, or a person was erased.',
      examples: ['done'],
    }),
    error: z
      .enum(EXPORT_PROBLEMS)
      .nullable()
      .meta({
        description: '`too_large`: the operator makes it with `kurir account export`.',
        examples: [null],
      }),
    requested_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T08:55:00.000Z'] }),
    requested_by: ActorView.meta({ description: 'As in the audit log.' }),
    progress: z
      .object({ done: z.int().meta({ examples: [80] }), total: z.int().meta({ examples: [80] }) })
      .meta({ description: 'Steps of the export.' }),
    size_bytes: z
      .int()
      .nullable()
      .meta({ examples: [1_482_211] }),
    finished_at: time('Null: it waits or runs.'),
    expires_at: time('When the file goes. Null: there is no file.'),
  })
  .meta({ id: 'AccountExport' });
export type AccountExport = z.infer<typeof AccountExport>;

export const AccountExportList = z.object({ data: z.array(AccountExport) }).meta({ id: 'AccountExportList' });
