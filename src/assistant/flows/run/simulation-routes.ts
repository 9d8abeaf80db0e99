import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { FlowParams } from '../schema.ts';
import { getRunnable } from '../versions/version.ts';
import { Comparisons } from './comparisons.ts';
import { simulateFlow } from './simulation.ts';
import { FlowTranscript, SimulateFlow } from './simulation-schema.ts';

/** Of the messages, answers and expected events of one simulation. */
export const SIMULATION_PARTS = 3_000;

const Body = SimulateFlow.extend({
  version: z
    .int()
    .min(1)
    .nullish()
    .meta({ description: 'A version. Default: the draft.', examples: [2] }),
}).meta({ id: 'SimulateFlow' });

export function simulationRoutes(http: Http, ctx: Context): void {
  const texts = new Comparisons();
  http.post('/v1/flows/:id/simulate', {
    config: {
      lane: 'expensive',
      maxParts: SIMULATION_PARTS,
      maxItems: SIMULATION_PARTS,
      errors: ['flow_not_found', 'flow_version_not_found', 'device_not_found'],
    },
    schema: {
      tags: ['Flows'],
      operationId: 'simulateFlow',
      summary: 'Simulate a flow',
      description:
        'Runs the draft, or a version, with messages that you give. Nothing is sent, stored or requested: you give ' +
        'the answers to requests and of the assistant. Other flows run in their published version.',
      params: FlowParams,
      body: Body,
      response: { 200: FlowTranscript.describe('What the customer would see, and why.') },
    },
    handler: async ({ account, params, body }) => {
      const { version, ...request } = body;
      const flow = await getRunnable(ctx, account, params.id, version ?? null);
      return simulateFlow({ ctx, texts }, account, flow, request);
    },
  });
}
