import { z } from 'zod';
import { FlowDefinition } from './definition.ts';

/** What GET /v1/flows/schema and docs/flow.schema.json have. */
export function definitionSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(FlowDefinition, { io: 'input' });
  return {
    ...schema,
    title: 'Flow of Kurir',
    description: 'A flow that can be published. Publishing also checks that all nodes are connected.',
  };
}
