import { z } from 'zod';
import { deviceUuids, shownDeviceUuids } from '../../gateway/devices/device.ts';
import { DAYS } from '../../gateway/hours/opening.ts';
import { TemplateInput } from '../../gateway/templates/template-input.ts';
import { render } from '../../inbox/conversations/canned-replies/variables.ts';
import { changeOf } from '../../platform/lib/change-of.ts';
import { list } from '../../platform/lib/list.ts';
import { pageBody, pageQuery } from '../../platform/lib/page.ts';
import { apiString, requiredString } from '../../platform/lib/text.ts';
import { apiDate } from '../../platform/lib/timestamp.ts';
import { DEFAULT_PRIORITY, MAX_PRIORITY } from '../bounds.ts';
import { contentSchema } from '../content.ts';
import { MATCH_KINDS, MAX_PATTERN, MAX_PATTERNS } from '../matching.ts';
import { RULE_VARIABLES, textProblems, valuesFor } from '../texts.ts';
import { Conditions, ConditionsChange, ConditionsView } from './conditions-schema.ts';
import { MAX_REPLIES, RULE_KINDS } from './definition.ts';
import { NEVER, WARNINGS } from './lint.ts';

/** Of an account. */
export const MAX_AUTO_REPLIES = 1_000;
const MAX_COOLDOWN_SECONDS = 30 * 24 * 60 * 60;
const MAX_GREET_DAYS = 365;
const MAX_NAME = 100;
const MAX_LABELS = 10;
const MAX_LABEL = 50;
export const EXAMPLE_UUID = '0b8f4c1e-2a57-4d5c-9d53-7c0d0a4b1f20';
export const EXAMPLE_DEVICE = '5f0c3f2e-8f0a-4b1e-9a64-0c2f5a1d7e11';
const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const END_TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

export const ListAutoReplies = z.object(pageQuery);
export type ListAutoReplies = z.infer<typeof ListAutoReplies>;

export const AutoReplyParams = z.object({
  id: z
    .string()
    .meta({ format: 'uuid', description: 'The `id` of the auto-reply.', examples: [EXAMPLE_UUID] }),
});

const NO_VALUES = valuesFor({ person_name: null, phone: '', device_label: null });

/** A text must say something to a customer without a name. */
function problemsOfText(text: string): string[] {
  const problems = textProblems(text, RULE_VARIABLES);
  if (problems.length > 0 || text === '' || render(text, NO_VALUES).text.trim() !== '') return problems;
  return ['is blank without the values of its variables: add a fallback, as in {{customer.name|Kak}}'];
}

const Reply = contentSchema(problemsOfText);

const TIMES = {
  from_date: apiDate('2026-12-01').meta({ description: 'First local date.' }),
  until_date: apiDate('2026-12-31').meta({ description: 'Last local date.' }),
  days: list(z.enum(DAYS), { max: DAYS.length, empty: 'must have a day; null: all' }).meta({
    description: 'Only on these days. Null: on all.',
    examples: [['saturday', 'sunday']],
  }),
  from: apiString()
    .regex(TIME, 'must be a time from 00:00 to 23:59')
    .meta({ description: 'Local time of the start.', examples: ['18:00'] }),
  to: apiString()
    .regex(END_TIME, 'must be a time from 00:00 to 24:00')
    .meta({
      description: 'Local time of the end, exclusive. Earlier than `from`: on the next day.',
      examples: ['21:00'],
    }),
};

const nullable = <Value extends z.ZodType>(value: Value) =>
  value.nullish().transform((given) => given ?? null);

const Schedule = z
  .object({
    from_date: nullable(TIMES.from_date),
    until_date: nullable(TIMES.until_date),
    days: nullable(TIMES.days),
    from: nullable(TIMES.from),
    to: nullable(TIMES.to),
  })
  .refine(({ from, to }) => (from ?? '00:00') !== (to ?? '24:00'), {
    path: ['to'],
    error: 'must differ from from',
  })
  .refine((given) => !given.from_date || !given.until_date || given.from_date <= given.until_date, {
    path: ['until_date'],
    error: 'must not be before from_date',
  });

/** The fields that are missing stay. */
const ScheduleChange = z.object({
  from_date: TIMES.from_date.nullish(),
  until_date: TIMES.until_date.nullish(),
  days: TIMES.days.nullish(),
  from: TIMES.from.nullish(),
  to: TIMES.to.nullish(),
});

const pattern = requiredString(MAX_PATTERN).meta({ examples: ['harga'] });
const labels = (description: string) =>
  list(
    requiredString(MAX_LABEL).overwrite((text) => text.trim()),
    { max: MAX_LABELS },
  ).meta({
    description,
    examples: [['harga']],
  });

/** What a changed rule has. */
export const AutoReplyParts = z.object({ schedule: Schedule, conditions: Conditions }).partial();

const FIELDS = {
  name: requiredString(MAX_NAME)
    .overwrite((text) => text.trim())
    .meta({ description: 'For people.', examples: ['Harga'] }),
  enabled: z.boolean().meta({ description: 'Whether it answers.', examples: [true] }),
  priority: z
    .int()
    .min(0)
    .max(MAX_PRIORITY)
    .meta({
      description: 'The lowest number comes first, after rules for certain devices.',
      examples: [DEFAULT_PRIORITY],
    }),
  match: z.enum(MATCH_KINDS).meta({
    description:
      'How `patterns` are compared. `exact`: the whole message. `starts`, `ends`: its start or end. `word`: whole ' +
      'words. `contains`: any part. `fuzzy`: whole words, with a typing error. `regex`: a regular expression of RE2. ' +
      '`any`: every message. Upper and lower case, blanks, and punctuation around a message do not matter.',
    examples: ['word'],
  }),
  patterns: list(pattern, { max: MAX_PATTERNS }).meta({
    description: `One of them must match: at most ${MAX_PATTERNS}, each of ${MAX_PATTERN} characters.`,
    examples: [['harga', 'price list']],
  }),
  device_uuids: deviceUuids('Only for these devices.'),
  hours: z.enum(['any', 'open', 'closed']).meta({
    description: 'Only inside or outside of the business hours of the device. `closed` for an away text.',
    examples: ['any'],
  }),
  schedule: Schedule.nullable().meta({
    description: 'Only at these times, in the time zone of the business hours. Null: always.',
  }),
  conditions: Conditions.nullable().meta({
    description: 'Only for these customers and messages. Null: for all.',
  }),
  cooldown_seconds: z
    .int()
    .min(0)
    .max(MAX_COOLDOWN_SECONDS)
    .meta({ description: 'Not again in one conversation within this time.', examples: [0] }),
  greet_after_days: z
    .int()
    .min(1)
    .max(MAX_GREET_DAYS)
    .nullable()
    .meta({
      description:
        'Of a greeting. Null: the first message of each opening of the conversation is greeted. A number: any ' +
        'message, when the last greeting is so old.',
      examples: [null],
    }),
  greet_always: z.boolean().meta({
    description: 'Of a greeting: also when a keyword rule or a flow answers.',
    examples: [false],
  }),
  interrupts_flows: z.boolean().meta({
    description: 'Also while a flow waits for an answer. The flow ends.',
    examples: [false],
  }),
  replies: list(Reply, { max: Math.max(...Object.values(MAX_REPLIES)) }).meta({
    description:
      'The messages, as in POST /v1/messages. Texts, and values of templates, may have the variables ' +
      `${RULE_VARIABLES.map((name) => `\`{{${name}}}\``).join(', ')}. Buttons and lists become numbered text on ` +
      'the economy engine. A template needs official numbers in `device_uuids`.',
  }),
  start_flow: z
    .uuid()
    .nullable()
    .meta({
      description: 'The `id` of the flow that begins, after the messages.',
      examples: [null],
    }),
  hand_off: z.boolean().meta({
    description: 'Staff takes over, after the messages. Without messages the hand-off text is sent.',
    examples: [false],
  }),
  add_labels: labels('Labels that the conversation gets. Unknown labels are ignored.'),
  remove_labels: labels('Labels that the conversation loses.'),
};

const kind = z.enum(RULE_KINDS).meta({
  description:
    '`greeting`: before the answer to a first message. `away`: outside of business hours, when nothing else answers. ' +
    '`keyword`: answers a message that matches.',
  examples: ['keyword'],
});

export const CreateAutoReply = z
  .object({
    kind,
    name: FIELDS.name,
    enabled: FIELDS.enabled.default(true),
    priority: FIELDS.priority.default(DEFAULT_PRIORITY),
    match: FIELDS.match.default('word'),
    patterns: FIELDS.patterns.default([]),
    device_uuids: FIELDS.device_uuids.default(null),
    hours: FIELDS.hours.optional(),
    schedule: FIELDS.schedule.default(null),
    conditions: FIELDS.conditions.default(null),
    cooldown_seconds: FIELDS.cooldown_seconds.default(0),
    greet_after_days: FIELDS.greet_after_days.default(null),
    greet_always: FIELDS.greet_always.default(false),
    interrupts_flows: FIELDS.interrupts_flows.default(false),
    replies: FIELDS.replies.default([]),
    start_flow: FIELDS.start_flow.default(null),
    hand_off: FIELDS.hand_off.default(false),
    add_labels: FIELDS.add_labels.default([]),
    remove_labels: FIELDS.remove_labels.default([]),
  })
  .meta({ id: 'CreateAutoReply' });
export type CreateAutoReply = z.infer<typeof CreateAutoReply>;

export const ChangeAutoReply = changeOf(
  {
    ...FIELDS,
    schedule: ScheduleChange.nullable().meta({
      description:
        'Only at these times, in the time zone of the business hours. Missing fields stay. Null: always.',
    }),
    conditions: ConditionsChange.nullable().meta({
      description: 'Only for these customers. Missing fields stay. Null: for all.',
    }),
  },
  'name',
).meta({ id: 'ChangeAutoReply' });
export type ChangeAutoReply = z.infer<typeof ChangeAutoReply>;

const time = (description: string) =>
  z.string().meta({ format: 'date-time', description, examples: [EXAMPLE_TIME] });

const shown = (example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example] });

export const ReplyView = z
  .object({
    type: z.string().meta({ examples: ['text'] }),
    body: shown('Halo {{customer.first_name|Kak}}'),
    media_url: shown(null),
    media_id: shown(null),
    interactive: z.unknown().meta({ description: 'The choices of buttons or a list.', examples: [null] }),
    template: z.object(TemplateInput.shape).meta({ id: 'AutoReplyTemplate' }).optional(),
  })
  .meta({ id: 'AutoReplyMessage' });

const ScheduleView = z
  .object({
    from_date: shown('2026-12-01'),
    until_date: shown('2026-12-31'),
    days: z
      .array(z.string())
      .nullable()
      .meta({ examples: [['saturday']] }),
    from: shown('18:00'),
    to: shown('21:00'),
  })
  .meta({ id: 'AutoReplySchedule' });

const VIEW = {
  id: z.string().meta({ format: 'uuid', examples: [EXAMPLE_UUID] }),
  kind,
  ...FIELDS,
  patterns: z.array(z.string()).meta({ examples: [['harga']] }),
  device_uuids: shownDeviceUuids,
  schedule: ScheduleView.nullable(),
  conditions: ConditionsView.nullable().meta({ description: 'Null: for all customers.', examples: [null] }),
  replies: z.array(ReplyView),
  start_flow: shown(null),
  add_labels: z.array(z.string()).meta({ examples: [[]] }),
  remove_labels: z.array(z.string()).meta({ examples: [[]] }),
  never_answers: z
    .enum(NEVER)
    .nullable()
    .meta({
      description:
        'Why the rule can never answer as things are. `no_business_hours`: it is for closed hours, and there are no ' +
        'business hours. `schedule_over`: its `until_date` has passed. Null: it can answer.',
      examples: [null],
    }),
  created_at: time('When it was made.'),
  updated_at: time('When it was changed last.'),
};

export const AutoReply = z.object(VIEW).meta({ id: 'AutoReply' });
export type AutoReply = z.infer<typeof AutoReply>;

const Warning = z
  .object({
    code: z.enum(WARNINGS).meta({
      description:
        '`shadowed`: another rule always answers first. `shadows`: this rule always answers before another one. ' +
        '`opt_out_word`, `person_word`: a message of this word alone never reaches the rule. ' +
        '`schedule_over`: its `until_date` has passed. `no_business_hours`: the account is always open. ' +
        '`flow_not_published`: staff takes over instead.',
      examples: ['shadowed'],
    }),
    message: z.string().meta({ examples: ['"Harga" answers these patterns first: harga.'] }),
    rule_id: z
      .string()
      .nullable()
      .meta({ format: 'uuid', description: 'The other rule.', examples: [EXAMPLE_UUID] }),
    flow_id: z
      .string()
      .nullable()
      .meta({ format: 'uuid', description: 'The other flow, by its triggers.', examples: [null] }),
    patterns: z.array(z.string()).meta({
      description: 'The first patterns that the warning is about.',
      examples: [['harga']],
    }),
  })
  .meta({ id: 'AutoReplyWarning' });
export type Warning = z.infer<typeof Warning>;

export const SavedAutoReply = z
  .object({
    ...VIEW,
    warnings: z.array(Warning).meta({ description: 'What the rule cannot do. It is saved anyway.' }),
  })
  .meta({ id: 'SavedAutoReply' });

export const AutoReplyPage = pageBody('AutoReplyPage', AutoReply);
