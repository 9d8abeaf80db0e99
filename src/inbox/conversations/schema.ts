import { z } from 'zod';
import { storedValues } from '../../gateway/contacts/fields/values.ts';
import { AUTHORS } from '../../gateway/messages/history/history.ts';
import { MediaView } from '../../gateway/messages/media/media.ts';
import { AUTOMATION_KINDS, PROVIDER_NOTES } from '../../gateway/messages/outbound-details.ts';
import { SentTemplate } from '../../gateway/templates/template-input.ts';
import { nextCursor, pageBody } from '../../platform/lib/page.ts';
import { personName } from '../staff/staff-name.ts';
import { OWNER_STATES } from './facets.ts';
import { EXAMPLE_TIME, MEANING, nullableText, text, time } from './meaning-schema.ts';
import { TOUCH_KINDS } from './touches/touch.ts';

export const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';

export const ConversationParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the conversation.', examples: [EXAMPLE_UUID] }),
});
export const MAX_LABELS_OF_CONVERSATION = 10;
/** In code points. */
export const MAX_NOTE = 4_000;

/** Of an act on a conversation. */
export const actor = (description: string) =>
  personName()
    .optional()
    .meta({ description: `${description} Otherwise \`api\`.`, examples: ['Ani'] });

/** Of an act that changes the owner. */
export const ownershipVersion = z
  .int()
  .min(0)
  .optional()
  .meta({
    description:
      'The `ownership_version` that the caller has seen. With another present one the answer is ' +
      '`ownership_changed`. Without it, the present one counts.',
    examples: [3],
  });

const nullableTime = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

const originId = (description: string) =>
  z
    .string()
    .optional()
    .meta({ description, examples: [EXAMPLE_UUID] });

const AutomationOriginView = z
  .object({
    kind: z.enum(AUTOMATION_KINDS).meta({
      description:
        '`rule`: an auto-reply. `flow`. `assistant`. `notice`: a text beside an answer, such as that staff will come.',
      examples: ['assistant'],
    }),
    is_notice: z
      .literal(true)
      .optional()
      .meta({ description: 'The customer still waits for an answer.', examples: [true] }),
    decision_id: originId('The decision that led to the message.'),
    rule_id: originId('The auto-reply.'),
    flow_id: originId('The flow.'),
    node_id: originId('The node of the flow.'),
    faq_id: originId('The FAQ pair of the answer.'),
  })
  .meta({ id: 'AutomationOrigin', description: 'What wrote the message.' });

const MessageFile = MediaView.extend({
  url: nullableText(
    '/v1/messages/4711/media',
    'Path of a stored file: below /app/api for users. Null on messages without `id`.',
  ),
}).meta({ id: 'MessageFile', description: 'The file that the customer sent.' });

export const HistoryMessage = z
  .object({
    id: z
      .int()
      .nullable()
      .meta({
        description: 'Null on messages that a version before conversations received.',
        examples: [4711],
      }),
    direction: z.enum(['in', 'out']).meta({ examples: ['in'] }),
    author: z.enum(AUTHORS).meta({
      description:
        '`customer`; `api`: POST /v1/messages; `broadcast`; `staff`: a reply by this API; `bot`: an automation; ' +
        '`phone`: typed on the phone of the number.',
      examples: ['customer'],
    }),
    actor: text('Ani', 'Who wrote this reply. Missing when the call had no `actor`.').optional(),
    source: z
      .literal('automation')
      .optional()
      .meta({ description: 'Only on messages of an automation.', examples: ['automation'] }),
    automation: AutomationOriginView.optional(),
    type: z.string().meta({ examples: ['text'] }),
    template: SentTemplate.optional(),
    status: z
      .string()
      .meta({ description: '`received`, or the status of a sent message.', examples: ['received'] }),
    body: z
      .string()
      .nullable()
      .meta({ examples: ['Halo'] }),
    media_url: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    media_id: z
      .string()
      .optional()
      .meta({
        description: 'The uploaded file of a sent message: GET /v1/messages/{id}/media.',
        examples: ['0f8fad5b-d9cb-469f-a165-70867728950e'],
      }),
    voice: z
      .literal(true)
      .optional()
      .meta({ description: 'Of sent audio: a voice note.', examples: [true] }),
    view_once: z
      .literal(true)
      .optional()
      .meta({ description: 'Of a sent file: the recipient can open it once.', examples: [true] }),
    interactive: z
      .unknown()
      .meta({ description: 'The choices of a button or list message.', examples: [null] }),
    wa_message_id: z
      .string()
      .nullable()
      .meta({ examples: ['3EB0C767D097B7C7C6A5'] }),
    created_at: time('When it was written or accepted.'),
    standby: z
      .literal(true)
      .optional()
      .meta({
        description:
          'Written while another agent of the provider held the chat. With `out`, the agent wrote it.',
        examples: [true],
      }),
    imported: z
      .literal(true)
      .optional()
      .meta({
        description: 'Written before the number was connected, and sent by the provider afterwards.',
        examples: [true],
      }),
    ...MEANING,
    media: MessageFile.optional(),
    error: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: 'Only on a failed message.' }),
    ...PROVIDER_NOTES,
  })
  .meta({ id: 'ConversationMessage' });
export type HistoryMessage = z.infer<typeof HistoryMessage>;

const Touch = z
  .object({
    kind: z.enum(TOUCH_KINDS).meta({
      description:
        '`link`: a chat link or its QR image. `ad`: an advertisement. `widget`: a widget on a web site.',
      examples: ['link'],
    }),
    entry_point_id: z
      .string()
      .nullable()
      .meta({
        format: 'uuid',
        description: 'The `id` of the entry point. Null: an advertisement beyond the limit.',
        examples: ['7f3d1f4e-93c4-4f3b-9d20-2d3f5b7f4a55'],
      }),
    name: nullableText('Poster toko', 'The name of the entry point.'),
    ad_id: nullableText('120209876543210', 'Of an advertisement: the id of the provider.'),
    ctwa_clid: nullableText('ARAkLkA8rmlFeiCktEJQ', 'Of an advertisement: the id of the click.'),
    headline: nullableText(
      'Diskon akhir tahun',
      'Of an advertisement: its title, shortened to 60 characters.',
    ),
    at: z.string().meta({
      format: 'date-time',
      description: 'Time of the message.',
      examples: ['2025-11-21T08:15:30.000Z'],
    }),
  })
  .meta({ id: 'Touch', description: 'How a customer came.' });

export const Conversation = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    device_uuid: z
      .string()
      .nullable()
      .meta({
        format: 'uuid',
        description:
          'The device of the number now, or the last one. Of a live chat on a web page: the id of the widget.',
        examples: ['5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11'],
      }),
    person: z.object({
      id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
      name: z
        .string()
        .nullable()
        .meta({ description: 'The name of the contact, or the own name of the person.', examples: ['Budi'] }),
      phone: z
        .string()
        .meta({ description: 'The number, or the id of a hidden number.', examples: ['6281234567890'] }),
    }),
    chat: z
      .literal('group')
      .optional()
      .meta({
        description: '`person` is a group: its subject, and its address as `phone`. Missing: one person.',
        examples: ['group'],
      }),
    owner_state: z.enum(OWNER_STATES).meta({ description: 'Who answers now.', examples: ['human_waiting'] }),
    ownership_version: z.int().meta({ description: 'Rises with each change of the owner.', examples: [1] }),
    owner_since: time('Last change of the owner.'),
    owner_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the owner changed.', examples: ['inbound'] }),
    assignee: z
      .string()
      .nullable()
      .meta({ examples: ['Ani'] }),
    team: nullableText(
      'Refunds',
      'The team that should answer. Its members see the conversation as theirs to take.',
    ),
    labels: z.array(z.string()).meta({ examples: [['vip']] }),
    fields: storedValues,
    episode: z.int().meta({ description: 'Counts the openings of the conversation.', examples: [1] }),
    unread: z.int().meta({ description: 'Unread messages of the customer.', examples: [2] }),
    waiting_since: nullableTime('First message of the customer without an answer.'),
    answer_due_at: nullableTime(
      'Until then a person should answer, by the targets of the account, in business hours. Null: nothing is due.',
    ),
    last_customer_at: nullableTime('Last message of the customer.'),
    reply_window_until: nullableTime(
      'Until then the provider of an official cloud device accepts free text, later only templates. Null before the ' +
        'first message of the customer, and for engines without this limit.',
    ),
    takes_free_text: z.boolean().meta({
      description: 'Whether free text is accepted now. False: only a template reaches the customer.',
      examples: [true],
    }),
    last_human_at: nullableTime(
      'Last sign of staff: a reply, or while staff answers a note, a snooze or typing.',
    ),
    last_at: time('Last activity, or the end of a snooze. Messages by API and broadcasts do not count.'),
    snoozed_until: nullableTime('Null: not snoozed.'),
    standby_since: nullableTime(
      'Since when another agent of the provider holds the chat, such as the Meta Business Agent. No automation ' +
        'answers meanwhile, and a reply takes the chat over. Null: no other agent.',
    ),
    automation_suppressed: z
      .boolean()
      .meta({ description: 'No automation answers here.', examples: [false] }),
    last_message: HistoryMessage.nullable().meta({
      description:
        'The last message in either direction, shortened: 500 characters of its text, the last edit, the first ' +
        'three contacts, options, items or answers, and no choices.',
    }),
    last_customer_message: HistoryMessage.optional().meta({
      description:
        'The last message of the customer, shortened in the same way. Missing: there is none, or `last_message` is it.',
    }),
    found_message_id: z
      .string()
      .optional()
      .meta({
        description:
          'Only in a search: the `wa_message_id` of the newest message that has all words. Of an edit, the message ' +
          'that it changes.',
        examples: ['3EB0C431C26A1916E07A'],
      }),
    found_excerpt: z
      .string()
      .optional()
      .meta({
        description:
          'Only in a search: up to 160 characters around the first word that was found, in one line.',
        examples: ['…kirim ke Bandung, ongkir berapa, Kak?'],
      }),
    first_touch: Touch.nullable().meta({
      description: 'How the customer came at first. Null: without an entry point.',
    }),
    last_touch: Touch.nullable().meta({ description: 'How the customer came last.' }),
    created_at: time('When the conversation was made.'),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const ConversationPage = pageBody('ConversationPage', Conversation);
export const HistoryPage = z
  .object({
    data: z.array(HistoryMessage),
    next_cursor: nextCursor,
    newer_cursor: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: 'Only after `around`: cursor of the newer messages; null at the newest one.',
        examples: [null],
      }),
  })
  .meta({ id: 'ConversationMessagePage' });
