import { z } from 'zod';
import { ACTORS, type Actor } from './actor.ts';

/** Who acted, as customers see it. */
export const ActorView = z.object({
  type: z.enum(ACTORS).meta({
    description: '`user`: staff. `operator`: the operator of this installation. `system`: Kurir itself.',
    examples: ['api_key'],
  }),
  id: z
    .string()
    .nullable()
    .meta({
      description: 'The `id` of the API key or the user; null for the other types.',
      examples: ['4Vn0aT9kQ2x'],
    }),
});

/** Nothing about the machine of the operator. */
export const viewActor = ({ actor, actor_id }: { actor: Actor['type']; actor_id: string | null }) => ({
  type: actor,
  id: isOfAccount(actor) ? actor_id : null,
});

export const isOfAccount = (actor: Actor['type']): boolean => actor === 'api_key' || actor === 'user';
