import { z } from 'zod';
import { MAX_TEXT } from '../../../gateway/engines/kinds.ts';
import { changeOf } from '../../../platform/lib/change-of.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { RatingRequest } from '../ratings/request.ts';

const MIN_IDLE_MINUTES = 5;
/** A week. */
const MAX_IDLE_MINUTES = 10_080;

const MAX_OPEN = 1_000;

const minutes = z.int().min(MIN_IDLE_MINUTES).max(MAX_IDLE_MINUTES);

const TIMES = {
  human_idle_return_minutes: minutes.nullable().meta({
    description:
      'After this time without a sign of staff, an answered conversation goes back to the automation of its number. ' +
      'Null: never.',
    examples: [720],
  }),
  bot_idle_close_minutes: minutes.meta({
    description:
      'After this time without a message, a conversation of the automation is closed. A customer whom the ' +
      'automation leaves without an answer for this time waits for staff.',
    examples: [1_440],
  }),
  queue_return_minutes: minutes.nullable().meta({
    description:
      'A conversation that waits for staff for this time goes to the automation of its number. Null: never.',
    examples: [null, 30],
  }),
};

const ASSIGNMENT = {
  auto_assign: z.enum(['off', 'round_robin']).meta({
    description:
      '`round_robin`: a conversation that waits for staff is assigned to a present user who sees it, the one with ' +
      'the fewest open conversations.',
    examples: ['off'],
  }),
  max_open_per_user: z
    .int()
    .min(1)
    .max(MAX_OPEN)
    .nullable()
    .meta({
      description:
        'A user with this number of open conversations gets no more automatically. Null: no limit.',
      examples: [null, 20],
    }),
};

const target = (description: string) =>
  z
    .int()
    .min(1)
    .max(MAX_IDLE_MINUTES)
    .nullable()
    .meta({ description: `${description} In business hours. Null: no target.`, examples: [null, 15] });

const TARGETS = {
  first_answer_minutes: target('Within this time a person gives the first answer after each opening.'),
  next_answer_minutes: target('Within this time a person gives each later answer.'),
};

const CALLS = {
  reject_calls_text: requiredString(MAX_TEXT)
    .nullable()
    .meta({
      description:
        'Calls to the numbers of the account are rejected, and the caller gets this text, at most once in 10 ' +
        'minutes. An official number rejects no calls: the caller gets the text after a missed call. Null: calls ring.',
      examples: [null, 'Maaf, nomor ini tidak menerima panggilan. Silakan tulis pesan, Kak.'],
    }),
};

const READING = {
  read_receipts: z.enum(['never', 'on_reply', 'on_open']).meta({
    description:
      'When customers see that their messages are read. `on_reply`: when a reply has left, also one of the ' +
      'automation or of the API, but not of a broadcast. `on_open`: when a conversation is marked as read. ' +
      'With both they see that staff types. On an official number typing marks messages as read: there they see ' +
      'the typing of staff with `on_open`, and of automations with `on_reply`.',
    examples: ['never'],
  }),
};

const CONTACTS = {
  senders_as_contacts: z.boolean().meta({
    description:
      'Whether a customer who writes becomes a contact, within a minute of the first message of an episode. A ' +
      'contact with the number stays, and gets the name of the profile while it has none. On in new accounts.',
    examples: [true],
  }),
};

const RATINGS = {
  rating_request: RatingRequest.nullable().meta({
    description:
      'Asks the customer once for a rating from 1 to 5, after a person has resolved a conversation in which staff ' +
      'answered. Null: off.',
    examples: [null],
  }),
};

const SETTINGS = { ...TIMES, ...ASSIGNMENT, ...TARGETS, ...CALLS, ...READING, ...CONTACTS, ...RATINGS };

export const ConversationSettings = z.object(SETTINGS).meta({ id: 'ConversationSettings' });
export type ConversationSettings = z.infer<typeof ConversationSettings>;

export const ChangeSettings = changeOf(SETTINGS, 'human_idle_return_minutes').meta({
  id: 'ChangeConversationSettings',
});
export type ChangeSettings = z.infer<typeof ChangeSettings>;
