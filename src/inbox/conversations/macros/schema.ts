import { z } from 'zod';
import { MAX_TEXT } from '../../../gateway/engines/kinds.ts';
import { UploadedMedia } from '../../../gateway/uploads/upload.ts';
import { list } from '../../../platform/lib/list.ts';
import { requiredString } from '../../../platform/lib/text.ts';
import { problemsOf } from '../canned-replies/variables.ts';
import { ConversationParams, EXAMPLE_UUID, MAX_LABELS_OF_CONVERSATION, MAX_NOTE } from '../schema.ts';

/** Shared ones, and as many of each user. */
export const MAX_MACROS = 50;
const MAX_NAME = 60;

/** How a macro ends. Times are of the browser, as in the menu of the inbox. */
const ENDS = [
  ...(['resolve', 'reopen', 'give_back'] as const),
  ...(['snooze_hour', 'snooze_three_hours', 'snooze_tomorrow', 'snooze_monday', 'snooze_week'] as const),
];

const id = (description: string) => z.uuid().meta({ description, examples: [EXAMPLE_UUID] });
const labels = (description: string) =>
  list(id('The `id` of a label.'), { max: MAX_LABELS_OF_CONVERSATION })
    .optional()
    .meta({ description, examples: [[EXAMPLE_UUID]] });

const Reply = z
  .object({
    canned_reply_id: id('The `id` of a canned reply.').optional(),
    body: requiredString(MAX_TEXT)
      .superRefine((text, issues) => {
        for (const message of problemsOf(text)) issues.addIssue({ code: 'custom', message });
      })
      .optional()
      .meta({
        description: 'A text with the variables of canned replies.',
        examples: ['Siap, {{customer.name|Kak}}!'],
      }),
  })
  .refine(({ canned_reply_id, body }) => (canned_reply_id === undefined) !== (body === undefined), {
    path: ['body'],
    error: 'is required, unless canned_reply_id is given; only one of both may be given',
  });

const note = requiredString(MAX_NOTE)
  .optional()
  .meta({ description: 'For the team.', examples: ['Sudah dibayar.'] });
const end = z
  .enum(ENDS)
  .optional()
  .meta({ description: 'What happens to the chat at the end.', examples: ['resolve'] });

const MacroActs = z
  .object({
    reply: Reply.optional().meta({ description: 'What the customer gets.' }),
    note,
    labels: z
      .object({ add: labels('Labels that it adds.'), remove: labels('Labels that it removes.') })
      .refine(({ add = [], remove = [] }) => add.length + remove.length > 0, {
        path: ['add'],
        error: 'is required, unless remove is given',
      })
      .refine(({ add = [], remove = [] }) => !add.some((each) => remove.includes(each)), {
        path: ['add'],
        error: 'must not be in both lists',
      })
      .optional(),
    assign: z
      .union([z.enum(['me', 'no_user']), id('The `id` of a user.')])
      .optional()
      .meta({
        description: 'Who gets the chat: the user who runs the macro, no user, or this one.',
        examples: ['me'],
      }),
    end,
  })
  .refine((acts) => Object.values(acts).some((act) => act !== undefined), {
    path: ['reply'],
    error: 'is required, unless another act is given',
  })
  .refine((acts) => acts.end !== 'give_back' || acts.assign === undefined, {
    path: ['assign'],
    error: 'must be missing: the assistant gets the chat',
  })
  .meta({
    id: 'InboxMacroActs',
    description: 'Done in this order: reply, note, labels, assign, end.',
  });
export type MacroActs = z.infer<typeof MacroActs>;

const fields = {
  name: requiredString(MAX_NAME)
    .overwrite((text) => text.trim())
    .meta({ description: 'Unique among your own macros, or the shared ones.', examples: ['Selesai, lunas'] }),
  key: z
    .string()
    .regex(/^[1-9]$/, 'must be a digit from 1 to 9')
    .nullable()
    .meta({ description: 'The key that runs it in the inbox. Null: none.', examples: ['1'] }),
  acts: MacroActs,
};
const isShared = z.boolean().meta({ description: 'For all users of the account.', examples: [false] });

export const SaveMacro = z
  .object({ ...fields, key: fields.key.default(null), is_shared: isShared.default(false) })
  .meta({ id: 'SaveInboxMacro' });
export type SaveMacro = z.infer<typeof SaveMacro>;

export const MacroParams = z.object({ id: id('The `id` of the macro.') });
export const PrepareParams = ConversationParams.extend({ macro_id: id('The `id` of the macro.') });

export const Macro = z
  .object({
    id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
    name: z.string().meta({ examples: ['Selesai, lunas'] }),
    key: fields.key,
    acts: MacroActs,
    is_shared: isShared,
  })
  .meta({ id: 'InboxMacro' });
export type Macro = z.infer<typeof Macro>;

export const Macros = z.object({ data: z.array(Macro) }).meta({ id: 'InboxMacros' });

const names = z.array(z.string()).meta({ examples: [['vip']] });

export const PreparedMacro = z
  .object({
    reply: z
      .object({
        body: z.string().meta({ examples: ['Siap, Budi!'] }),
        media: UploadedMedia.nullable(),
      })
      .optional(),
    note,
    labels: z.object({ add: names, remove: names }).optional(),
    assignee: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'The name of the user. Null: no user. Missing: it stays.', examples: ['Ani'] }),
    end,
    gone: z.array(z.enum(['reply', 'labels', 'assign'])).meta({
      description: 'Acts whose canned reply, label or user is gone. Do not run the macro.',
      examples: [[]],
    }),
    missing: z.array(z.string()).meta({
      description: 'Variables of the text without a value and without a fallback. Do not run the macro.',
      examples: [[]],
    }),
  })
  .meta({ id: 'PreparedMacro', description: 'The acts for one chat, with names and the finished text.' });
export type PreparedMacro = z.infer<typeof PreparedMacro>;
