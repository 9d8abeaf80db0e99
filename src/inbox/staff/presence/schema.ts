import { z } from 'zod';

/** What users say of themselves. */
const PRESENCES = ['available', 'away'] as const;
export type Presence = (typeof PRESENCES)[number];

export const SetPresence = z
  .object({
    state: z.enum(PRESENCES).meta({
      description: '`available`: automatic assignments may come. `away`: none come.',
      examples: ['available'],
    }),
  })
  .meta({ id: 'SetPresence' });

const UserPresence = z
  .object({
    id: z.string().meta({ format: 'uuid', description: 'The `id` of the user.' }),
    name: z.string().meta({ examples: ['Ani'] }),
    state: z.enum(PRESENCES).meta({ description: 'What the user chose.', examples: ['available'] }),
    present: z.boolean().meta({
      description: 'Available, with a call or an open stream in the last minute.',
      examples: [true],
    }),
    teams: z
      .array(z.string())
      .meta({ description: 'Names of the teams of the user.', examples: [['Refunds']] }),
    seen_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', description: 'The last call or open stream. Null: none yet.' }),
  })
  .meta({ id: 'UserPresence' });

export const UserPresences = z.object({ data: z.array(UserPresence) }).meta({ id: 'UserPresences' });
