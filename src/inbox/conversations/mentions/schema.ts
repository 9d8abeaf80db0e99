import { z } from 'zod';
import { list } from '../../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../../platform/lib/page.ts';
import { time } from '../meaning-schema.ts';
import { EXAMPLE_UUID } from '../schema.ts';

const MAX_READ = 200;

export const ListMentions = z.object(pageQuery);

export const ReadMentions = z
  .object({
    ids: list(z.uuid(), { max: MAX_READ })
      .optional()
      .meta({
        description: 'The `id` of each mention that was read. Without it: all.',
        examples: [[EXAMPLE_UUID]],
      }),
  })
  .meta({ id: 'ReadMentions' });

export const Mention = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    conversation_id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    kind: z.enum(['note', 'assigned']).meta({
      description: '`note`: it mentions you. `assigned`: another person gave you the conversation.',
      examples: ['note'],
    }),
    person: z.object({
      name: z
        .string()
        .nullable()
        .meta({ examples: ['Budi'] }),
      phone: z.string().meta({ examples: ['6281234567890'] }),
    }),
    note_id: z.string().meta({
      format: 'uuid',
      description: 'The `id` of the entry in the timeline.',
      examples: [EXAMPLE_UUID],
    }),
    actor: z.string().meta({ description: 'Who wrote the note, or assigned.', examples: ['Ani'] }),
    body: z
      .string()
      .nullable()
      .meta({ description: 'The note. Null: an assignment.', examples: ['@Budi tolong cek stok.'] }),
    created_at: time('When it happened.'),
  })
  .meta({ id: 'Mention' });
export type Mention = z.infer<typeof Mention>;

export const MentionPage = pageBody('MentionPage', Mention);

export const MentionsRead = z
  .object({ read: z.int().meta({ description: 'How many were unread.', examples: [1] }) })
  .meta({ id: 'MentionsRead' });
