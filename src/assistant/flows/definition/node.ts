import { z } from 'zod';
import { requiredString } from '../../../platform/lib/text.ts';
import { nodeId } from './fields.ts';

const Position = z
  .object({ x: z.number(), y: z.number() })
  .meta({ description: 'For editors. The flow does not use it.' });

/** A node with its own fields. Its edges are fields that name other nodes. */
export function node<const Type extends string, Fields extends z.core.$ZodLooseShape>(
  type: Type,
  fields: Fields,
) {
  return z.object({
    id: nodeId().meta({ description: 'Unique in the flow.' }),
    type: z.literal(type),
    name: requiredString(100).nullish().meta({ description: 'For people.' }),
    position: Position.nullish(),
    ...fields,
  });
}
