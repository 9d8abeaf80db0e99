import { z } from 'zod';
import { EXAMPLE_UUID } from '../schema.ts';

export const Look = z
  .object({
    state: z.enum(['viewing', 'typing', 'left']).meta({
      description: '`viewing` ends after 30 seconds, `typing` after 6 seconds. Repeat it while it lasts.',
      examples: ['viewing'],
    }),
  })
  .meta({ id: 'LookAtConversation' });

export const Viewer = z
  .object({
    id: z.string().meta({ format: 'uuid', description: 'The `id` of the user.', examples: [EXAMPLE_UUID] }),
    name: z.string().meta({ examples: ['Ani'] }),
    state: z.enum(['viewing', 'typing']).meta({ examples: ['typing'] }),
  })
  .meta({ id: 'ConversationViewer' });
export type Viewer = z.infer<typeof Viewer>;

export const Viewers = z.object({ data: z.array(Viewer) }).meta({ id: 'ConversationViewers' });
