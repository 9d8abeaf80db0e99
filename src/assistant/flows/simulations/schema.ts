import { z } from 'zod';
import { requiredString } from '../../../platform/lib/text.ts';
import { DependsOn, Difference, Expected, SimulateFlow } from '../run/simulation-schema.ts';
import { FlowParams, time } from '../schema.ts';

export type { DependsOn, Expected };

/** Of a flow. Each publishing repeats all of them. */
export const MAX_SIMULATIONS = 20;
/** Bytes of the request and the result of one simulation as JSON. */
export const MAX_SIMULATION_BYTES = 64 * 1024;
const MAX_NAME = 100;
/** Of one simulation in an answer. */
export const MAX_SHOWN = 5;

const EXAMPLE_UUID = '9f0c2c5e-3a1d-4b7f-8a55-6f1b2e7d4c90';

export const SimulationParams = FlowParams.extend({
  simulation_id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the simulation.', examples: [EXAMPLE_UUID] }),
});

export const SimulationRequest = SimulateFlow.omit({ expected: true });
export type SimulationRequest = z.infer<typeof SimulationRequest>;

const name = requiredString(MAX_NAME)
  .overwrite((text) => text.trim())
  .meta({ description: 'For people.', examples: ['Beli ukuran M'] });

export const StoreSimulation = SimulationRequest.extend({
  name,
  version: z
    .int()
    .min(1)
    .nullish()
    .meta({ description: 'The version to run. Default: the draft.', examples: [2] }),
}).meta({ id: 'StoreFlowSimulation' });
export type StoreSimulation = z.infer<typeof StoreSimulation>;

export const SimulationSummary = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    name: z.string().meta({ examples: ['Beli ukuran M'] }),
    depends_on: DependsOn,
    created_at: time('When it was stored first.'),
    updated_at: time('When its result was accepted.'),
  })
  .meta({ id: 'FlowSimulationSummary' });
export type SimulationSummary = z.infer<typeof SimulationSummary>;

const shownRequest = z.record(z.string(), z.unknown()).meta({
  description: 'As the call that stored it, with the time `at` and the `engine` that it ran with.',
  examples: [{ messages: [{ text: 'ukuran' }, { text: '2' }], at: '2025-11-21T08:15:30.000Z' }],
});

export const SimulationView = SimulationSummary.extend({
  request: shownRequest,
  expected: Expected.meta({
    description: 'The accepted result. Nodes and times do not count.',
    examples: [
      {
        entries: [{ event: 'sent', details: { text: 'Ukuran M ada.' } }],
        state: 'ended',
        variables: { size: 'M' },
      },
    ],
  }),
}).meta({ id: 'FlowSimulation' });
export type SimulationView = z.infer<typeof SimulationView>;

export const SimulationList = z
  .object({ data: z.array(SimulationSummary).meta({ description: 'The oldest first.' }) })
  .meta({ id: 'FlowSimulationList' });

const CheckedSimulation = z.object({
  id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
  name: z.string().meta({ examples: ['Beli ukuran M'] }),
  difference_count: z.int().meta({ description: '0: the result is as expected. At most 50.', examples: [0] }),
  differences: z.array(Difference).meta({ description: `The first ${MAX_SHOWN}.`, examples: [[]] }),
  depends_on: DependsOn,
});
export type CheckedSimulation = z.infer<typeof CheckedSimulation>;

export const SimulationCheck = z
  .object({
    data: z.array(CheckedSimulation).meta({ description: 'All stored simulations, the oldest first.' }),
  })
  .meta({ id: 'FlowSimulationCheck' });

/** Of an export, which an import takes. */
export const ExportedSimulation = z
  .object({ name, request: SimulationRequest, expected: Expected, depends_on: DependsOn })
  .refine((given) => Buffer.byteLength(JSON.stringify(given)) <= MAX_SIMULATION_BYTES, {
    error: `must have at most ${MAX_SIMULATION_BYTES} bytes`,
  });
export type ExportedSimulation = z.infer<typeof ExportedSimulation>;
