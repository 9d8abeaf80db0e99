import { z } from 'zod';
import { apiString } from '../../../platform/lib/text.ts';
import { kind } from './kind.ts';

const EMOJI = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})\uFE0F?$/v;

const Reaction = z
  .object({
    message_id: z
      .int()
      .min(1)
      .meta({
        description:
          'The `id` of the message in the chat with this number: of the answer to POST /v1/messages, or the ' +
          '`message_id` of `message.received`.',
        examples: [1025],
      }),
    emoji: apiString()
      .refine((text) => text === '' || EMOJI.test(text), 'must be one emoji, or empty')
      .nullable()
      .meta({
        description: 'One emoji, which replaces the earlier one. Null or empty: removes it.',
        examples: ['👍'],
      }),
  })
  .meta({ id: 'SentReaction' });

/** The message that it is about is stored as its quote. */
export const reaction = kind({
  title: 'Reaction',
  fields: { reaction: Reaction },
  example: { reaction: { message_id: 1025, emoji: '👍' } },
  stored: ({ reaction: { emoji } }) => ({ body: emoji || null }),
});
