import { z } from 'zod';
import { list } from '../../platform/lib/list.ts';
import { BODY_LIMIT, definition, device_uuids, MAX_PARTS, name, shownDefinition } from './schema.ts';
import { ExportedSimulation, MAX_SIMULATION_BYTES, MAX_SIMULATIONS } from './simulations/schema.ts';

/** A flow with as many simulations as it may have. */
export const IMPORT_LIMIT = BODY_LIMIT + MAX_SIMULATIONS * MAX_SIMULATION_BYTES;
/** Of an import with many long simulations. */
export const IMPORT_PARTS = MAX_PARTS + 32_000;

/** Of an export, which an import takes. */
export const EXPORT_FORMAT = 'kurir.flow/1';

export const FlowExport = z
  .object({
    format: z.literal(EXPORT_FORMAT),
    name: z.string().meta({ examples: ['Ukuran kaos'] }),
    definition: shownDefinition,
    simulations: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'Stored simulations with their results, without devices.', examples: [[]] }),
  })
  .meta({ id: 'FlowExport' });
export type FlowExport = z.infer<typeof FlowExport>;

export const ExportQuery = z.object({
  version: z.coerce
    .number()
    .refine(Number.isInteger, 'must be an integer')
    .min(1)
    .optional()
    .meta({ type: 'integer', description: 'A published version. Without it: the draft.', examples: [2] }),
});

export const ImportFlow = z
  .object({
    format: z.literal(EXPORT_FORMAT).meta({ description: 'As in the export.', examples: [EXPORT_FORMAT] }),
    name,
    device_uuids,
    definition: definition(),
    simulations: list(ExportedSimulation, { max: MAX_SIMULATIONS })
      .default([])
      .meta({
        description: 'As in the export. Their results are kept as they are.',
        examples: [[]],
      }),
  })
  .meta({ id: 'ImportFlow' });
export type ImportFlow = z.infer<typeof ImportFlow>;
