import { z } from 'zod';
import { list } from '../../platform/lib/list.ts';
import { numberedFields, numberedQuery } from '../../platform/lib/page.ts';
import { apiString, atMost, requiredString } from '../../platform/lib/text.ts';
import { apiTime } from '../../platform/lib/timestamp.ts';
import { SentTemplate } from '../templates/template-input.ts';
import { HINT_CODES, MAX_HINTS } from './hints.ts';
import {
  BROADCAST_TYPES,
  EXAMPLE_TEMPLATE,
  isPresent,
  messages,
  withMessage,
  withoutTwo,
} from './message-fields.ts';
import { QuietHoursInput, QuietHoursView } from './quiet-hours/quiet-hours.ts';
import { WAVES } from './recipients/stages.ts';

/** draft: created, due at once. completed: every recipient is settled. */
export const BROADCAST_STATUSES = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'completed',
  'cancelled',
] as const;
export const WAIT_REASONS = ['messaging_limit', 'quiet_hours'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

/** Bytes: enough for some hundred thousand contact ids. */
export const CREATE_LIMIT = 4 * 1024 * 1024;
const MAX_CONTACT_IDS = 500_000;
const MAX_TAGS = 1_000;
export const CREATE_ITEMS = MAX_CONTACT_IDS + 2 * MAX_TAGS;
const MAX_TAG = 100;
const DAY_SECONDS = 86_400;
export const DEFAULT_DELAY = { min: 5, max: 20 };
const MAX_ID_ERRORS = 50;

const EXAMPLE_UUID = '6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d';

const tagNames = list(
  apiString()
    .trim()
    .min(1, 'must not be empty')
    .refine(...atMost(MAX_TAG)),
  { max: MAX_TAGS },
)
  .nullish()
  .meta({
    description:
      'Selects contacts with at least one of these tags. Upper and lower case differ. At most 1,000 ' +
      'tags; an empty list counts as absent.',
    examples: [['pelanggan']],
  });

/** One pass, without an object per id. */
const contactIds = z
  .unknown()
  .superRefine((ids, issues) => {
    const addError = (message: string, path: number[] = []) =>
      issues.addIssue({ code: 'custom', message, path });
    if (!Array.isArray(ids)) return addError('must be an array');
    if (ids.length > MAX_CONTACT_IDS) return addError(`must have at most ${MAX_CONTACT_IDS} entries`);
    let errors = 0;
    for (let n = 0; n < ids.length && errors < MAX_ID_ERRORS; n += 1) {
      if (Number.isSafeInteger(ids[n])) continue;
      addError('must be an integer', [n]);
      errors += 1;
    }
  })
  // The check above proves the type.
  .transform((ids) => ids as number[])
  .meta({ type: 'array', items: { type: 'integer' }, maxItems: MAX_CONTACT_IDS })
  .nullish()
  .meta({
    description:
      'Selects these contacts, in addition to `tags`. At most 500,000 ids; unknown ids match no ' +
      'contact, and an empty list counts as absent.',
    examples: [[4711, 4712]],
  });

const delay = () => z.int().min(0).max(DAY_SECONDS).nullish();

export const deviceUuid = z
  .string()
  .min(1, 'is required')
  .meta({
    format: 'uuid',
    description: 'The device that sends. It need not be connected yet.',
    examples: [EXAMPLE_UUID],
  });

/** How fast and when. */
const pace = {
  delay_min_seconds: delay().meta({
    description: 'Minimum wait after each recipient. Default: 5, or `delay_max_seconds` if that is smaller.',
    examples: [5],
  }),
  delay_max_seconds: delay().meta({
    description: 'Maximum wait after each recipient. Default: 20, or `delay_min_seconds` if that is larger.',
    examples: [20],
  }),
  scheduled_at: apiTime()
    .nullish()
    .meta({
      description:
        'Start time. A time without an offset is UTC. The broadcast starts immediately if the time is ' +
        'null or past.',
      examples: ['2025-11-22T09:00:00+07:00'],
    }),
  quiet_hours: QuietHoursInput.nullish().meta({
    description:
      'The broadcast sends nothing in these hours of each day, and goes on by itself. Without a time zone: that ' +
      'of the business hours. Null: it sends at any time. Missing in a creation: those of `GET /v1/quiet-hours`.',
  }),
};

const targets = {
  tags: tagNames,
  contact_ids: contactIds,
  recipients_of: z
    .object({
      broadcast_id: z.int().meta({ description: 'An earlier broadcast of this account.', examples: [17] }),
      stage: z.enum(WAVES).meta({
        description:
          'Who of its recipients, as the list of recipients has them now; `all` also those without a message.',
        examples: ['not_replied'],
      }),
    })
    .nullish()
    .meta({
      description: 'Selects recipients of an earlier broadcast, in place of `tags` and `contact_ids`.',
    }),
  segment_id: apiString()
    .nullish()
    .meta({
      description:
        'Selects the contacts of a segment, in place of `tags`, `contact_ids` and `recipients_of`. The list is ' +
        'fixed at creation.',
      examples: ['3f0c2b6a-7d1e-4c55-9f7b-0d3a6e0b9c42'],
    }),
};

const plan = z.object({ device_uuid: deviceUuid, ...messages, ...targets, ...pace });

const hasRange = (body: {
  delay_min_seconds?: number | null | undefined;
  delay_max_seconds?: number | null | undefined;
}) => (body.delay_min_seconds ?? 0) <= (body.delay_max_seconds ?? DAY_SECONDS);
export const NO_RANGE = {
  path: ['delay_max_seconds'],
  error: 'must not be less than delay_min_seconds',
};

export type PlanTargets = Pick<z.infer<typeof plan>, 'recipients_of' | 'tags' | 'contact_ids' | 'segment_id'>;

const hasOneTarget = ({ recipients_of, tags, contact_ids }: PlanTargets) =>
  !isPresent(recipients_of) || (tags ?? []).length + (contact_ids ?? []).length === 0;
const TWO_TARGETS = { path: ['recipients_of'], error: 'cannot be combined with tags or contact_ids' };
const hasSegmentAlone = ({ recipients_of, tags, contact_ids, segment_id }: PlanTargets) =>
  !isPresent(segment_id) ||
  !(isPresent(recipients_of) || (tags ?? []).length + (contact_ids ?? []).length > 0);
const SEGMENT_AND_MORE = { path: ['segment_id'], error: 'cannot be combined with other recipients' };

type Planned = PlanTargets & Parameters<typeof hasRange>[0];
const withOnePlan = <Body extends z.ZodType<Planned>>(body: Body): Body =>
  body.refine(hasRange, NO_RANGE).refine(hasOneTarget, TWO_TARGETS).refine(hasSegmentAlone, SEGMENT_AND_MORE);

/** Exactly one kind of message is allowed, so the examples of the fields do not fit together. */
export function planExamples(more: { name?: string } = {}) {
  const common = { device_uuid: EXAMPLE_UUID, ...more, tags: ['pelanggan'] };
  const template = { name: 'promo_akhir_pekan', language: 'id', variables: { 1: '{nama}' } };
  return {
    text: {
      summary: 'A text',
      value: { ...common, message_template: 'Halo {nama}, ada promo akhir pekan.' },
    },
    template: { summary: 'An approved template', value: { ...common, template } },
    file: {
      summary: 'A picture with a caption',
      value: {
        ...common,
        type: 'image',
        media_url: 'https://example.com/promo.jpg',
        message_template: 'Halo {nama}',
      },
    },
  };
}

/** The fields of a creation, without its name. */
export const PreviewBroadcast = withOnePlan(withMessage(plan)).meta({ id: 'PreviewBroadcast' });
export type PreviewBroadcast = z.infer<typeof PreviewBroadcast>;

const broadcastName = requiredString(255).meta({
  description: 'Your name for the broadcast, at most 255 characters.',
  examples: ['Promo akhir pekan'],
});

export const CreateBroadcast = withOnePlan(withMessage(plan.extend({ name: broadcastName }))).meta({
  id: 'CreateBroadcast',
});
export type CreateBroadcast = z.infer<typeof CreateBroadcast>;

/** Missing fields stay. */
export const ChangeBroadcast = withOnePlan(
  withoutTwo(z.object({ name: broadcastName.optional(), ...messages, ...targets, ...pace })),
).meta({ id: 'ChangeBroadcast' });
export type ChangeBroadcast = z.infer<typeof ChangeBroadcast>;

const id = z.int().meta({ description: 'Identifier of the broadcast.', examples: [17] });
const status = z.enum(BROADCAST_STATUSES).meta({
  description:
    '`draft` and `scheduled` have not started. `paused` continues after resume. `completed` and ' +
    '`cancelled` are final.',
  examples: ['running'],
});
const totalRecipients = z.int().meta({
  description: 'Number of recipients, fixed at creation or by a change before the start.',
  examples: [142],
});
const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });
const timestamp = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ format: 'date-time', description, examples: ['2025-11-21T08:15:30.000Z'] });

export const BroadcastBrief = z
  .object({ id, status: status.meta({ examples: ['draft'] }), total_recipients: totalRecipients })
  .meta({ id: 'BroadcastBrief' });

export const BroadcastHint = z
  .object({
    code: z.enum(HINT_CODES).meta({
      description:
        '`not_replaced`: no placeholder, so customers see its marks. `read_as_choice`: each recipient gets one ' +
        'of the words, and one of them is the word for a name.',
      examples: ['not_replaced'],
    }),
    text: z.string().meta({ description: 'As it is written.', examples: ['{{nama}}'] }),
    suggestion: z
      .string()
      .nullable()
      .meta({ description: 'What its author probably means. Null: unknown.', examples: ['{nama}'] }),
  })
  .meta({ id: 'BroadcastHint' });

export const CreatedBroadcast = BroadcastBrief.extend({
  hints: z
    .array(BroadcastHint)
    .max(MAX_HINTS)
    .optional()
    .meta({ description: 'Placeholders of the text that are not replaced. Absent without one.' }),
}).meta({ id: 'CreatedBroadcast' });

const BroadcastItem = z
  .object({
    id,
    name: z.string().meta({ examples: ['Promo akhir pekan'] }),
    status,
    reason: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the broadcast is paused: `device_disconnected`, `device_released`, `device_banned`, ' +
          '`quota_exhausted`, `cost_cap_reached`, `restricted`, `quality_red`, `account_inactive` or `paused_by_user`.',
        examples: [null],
      }),
    waits_for: z
      .enum(WAIT_REASONS)
      .nullable()
      .meta({
        description:
          'Why a running broadcast sends nothing now. `messaging_limit`: the business portfolio has written to as ' +
          'many people as the provider allows in 24 hours. `quiet_hours`: it goes on at `continues_at`. Null: it ' +
          'sends, or waits for its delay or the hourly limit.',
        examples: [null],
      }),
    continues_at: timestamp(
      'When a broadcast that waits for its quiet hours goes on. Null: it does not wait for them.',
    ),
    quiet_hours: QuietHoursView.nullable().meta({ description: 'Null: it sends at any time.' }),
    device_uuid: z
      .string()
      .meta({ format: 'uuid', description: 'The device that sends.', examples: [EXAMPLE_UUID] }),
    type: z.enum(BROADCAST_TYPES).meta({
      description: 'The type of the messages. A template is a `text`.',
      examples: ['text'],
    }),
    media_id: z
      .uuid()
      .nullable()
      .meta({
        description:
          'The uploaded file of the messages. It may be deleted after the end. Null: they have none.',
        examples: [null],
      }),
    total_recipients: totalRecipients,
    sent_count: count('Recipients whose message the provider accepted and has not refused later.', 120),
    failed_count: count('Recipients whose message failed.', 2),
    recipients_by_status: z
      .object({
        pending: count('Recipients whose message is neither sent nor failed.', 20),
        sent: count('Same as `sent_count`.', 120),
        failed: count('Same as `failed_count`.', 2),
      })
      .meta({ description: 'The three counts add up to `total_recipients`.' }),
    kept_count: count(
      'Pending recipients whose message the official provider has accepted and keeps back. It sends or fails them.',
      0,
    ),
    delay_min_seconds: z.int().meta({ examples: [5] }),
    delay_max_seconds: z.int().meta({ examples: [20] }),
    retry_of: z
      .int()
      .nullable()
      .meta({
        description: 'The broadcast whose failed recipients this broadcast retries.',
        examples: [null],
      }),
    created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T08:15:00.000Z'] }),
    scheduled_at: timestamp('Scheduled start; null without a schedule.'),
    started_at: timestamp('Actual start. Resume does not change it.'),
    completed_at: timestamp('When the last recipient was sent or failed.'),
    finish_expected_at: timestamp(
      'Expected time of the last message. It includes delays, the hourly limit and other running ' +
        'broadcasts of the device. Null while the broadcast does not send.',
    ),
  })
  .meta({ id: 'BroadcastItem' });
export type BroadcastItem = z.infer<typeof BroadcastItem>;

export const Broadcast = BroadcastItem.extend({
  message_template: z.string().meta({
    description:
      'Of a template: its text with the placeholders of its values. Of a file: the caption, or empty.',
    examples: [EXAMPLE_TEMPLATE],
  }),
  template: SentTemplate.optional(),
}).meta({ id: 'Broadcast' });
export type Broadcast = z.infer<typeof Broadcast>;

export const ListBroadcasts = z.object({
  status: z
    .enum(BROADCAST_STATUSES)
    .optional()
    .meta({ description: 'Only broadcasts in this status.', examples: ['paused'] }),
  ...numberedQuery,
});
export type ListBroadcasts = z.infer<typeof ListBroadcasts>;

export const BroadcastPage = z
  .object({
    data: z.array(BroadcastItem).meta({ description: 'Newest first; empty after the last page.' }),
    ...numberedFields,
  })
  .meta({ id: 'BroadcastPage' });

export const BroadcastParams = z.object({
  id: z.string().meta({ description: 'The `id` of the broadcast.', examples: ['17'] }),
});
