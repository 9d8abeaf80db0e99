import { z } from 'zod';
import { changeOf } from '../../platform/lib/change-of.ts';
import { list } from '../../platform/lib/list.ts';
import { MAX_URL, webUrl } from '../../platform/lib/web-url.ts';
import { deviceUuids, shownDeviceUuids } from '../devices/device.ts';
import { WEBHOOK_TYPES } from '../events/event.ts';

/** No webhook subscribes to a test: it is sent on request. */
export const DELIVERED_TYPES = [...WEBHOOK_TYPES, 'webhook.test'] as const;
export type DeliveredType = (typeof DELIVERED_TYPES)[number];

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/**
 * - pending: due at `next_attempt_at`, or in flight.
 * - failed: out of retries, or its webhook was removed.
 * - held: pending again when its webhook is enabled; an event replay can deliver it too.
 */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'held'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Header `X-Kurir-Automation` of `message.received`: the automation's state so far. */
export const AUTOMATION_MARKS = ['pending', 'answered', 'handed_off', 'none'] as const;
export type AutomationMark = (typeof AUTOMATION_MARKS)[number];

export const DELIVERY_KINDS = ['event', 'replay', 'test'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** Contract, Events rule 4: this number of failures disables a webhook. */
export const MAX_FAILURES = 10;
export const WARN_AT = [5, 7, 9] as const;

export const MAX_WEBHOOKS = 50;
/** More than there are, because repetitions are allowed. */
const MAX_EVENTS = 20;
/** Each is compared with each event of the account. */
export const MAX_WEBHOOK_DEVICES = 100;
/** A registration deletes the oldest ones above this number. */
export const MAX_DISABLED = 50;

const webhookUrl = webUrl().refine((text) => !text.includes('#'), 'must not contain a fragment');

const EVENTS_EXAMPLE = [['message.received', 'message.status']];
const EXAMPLE_DEVICES = ['6f1c2f0e-8f5d-4a55-9f0b-5a1f0f6f2a3d'];

const FIELDS = {
  events: list(z.enum(WEBHOOK_TYPES), { max: MAX_EVENTS, empty: 'must name at least one event' })
    .meta({ description: 'Events to deliver.', examples: EVENTS_EXAMPLE })
    .transform((events) => [...new Set(events)]),
  device_uuids: deviceUuids(
    'Only events of these devices. A released device stays in the list.',
    MAX_WEBHOOK_DEVICES,
  ).optional(),
};

export const RegisterWebhook = z
  .object({
    url: webhookUrl.meta({
      pattern: '^[hH][tT][tT][pP][sS]?://[^\\s#]+$',
      description:
        `URL that receives the events: http or https, at most ${MAX_URL} characters, ` +
        'without user name, password and fragment.',
      examples: ['https://example.com/kurir'],
    }),
    ...FIELDS,
  })
  .meta({ id: 'RegisterWebhook' });
export type RegisterWebhook = z.infer<typeof RegisterWebhook>;

export const ChangeWebhook = changeOf(FIELDS, 'device_uuids').meta({ id: 'ChangeWebhook' });
export type ChangeWebhook = z.infer<typeof ChangeWebhook>;

export const webhookId = z.int().meta({ description: 'Identifier of the webhook.', examples: [7] });
const url = z
  .string()
  .meta({ description: 'URL that receives the events.', examples: ['https://example.com/kurir'] });

const events = z
  .array(z.string().meta({ enum: [...WEBHOOK_TYPES] }))
  .meta({ description: 'Events that are delivered.', examples: EVENTS_EXAMPLE });

export const WebhookCreated = z
  .object({
    id: webhookId,
    url,
    events,
    device_uuids: shownDeviceUuids
      .optional()
      .meta({ description: 'As in the request. Missing for all devices.', examples: [EXAMPLE_DEVICES] }),
    secret: z.string().meta({
      description: 'Key of the signatures, shown only here.',
      pattern: '^[A-Za-z0-9]{48}$',
      examples: ['u3Xq9bT0mZr5Lk8sVw2Yc7Hn4Jd6Pf1Gg3Ae5Ri7Ot9Uy0Bz'],
    }),
  })
  .meta({ id: 'WebhookCreated' });

export const WebhookItem = z
  .object({
    id: webhookId,
    url,
    events,
    device_uuids: shownDeviceUuids,
    status: z.enum(WEBHOOK_STATUSES).meta({
      description:
        `\`disabled\` by a call, or after ${MAX_FAILURES} failures in total. ` +
        'Then enable it, or register the URL again and replay the missed events.',
      examples: ['enabled'],
    }),
    failure_count: z
      .int()
      .min(0)
      .meta({
        description:
          'Failures that count towards disabling: failed attempts, or failed deliveries if the ' +
          'operator chose that. Replays and tests do not count.',
        examples: [0],
      }),
    failures_left: z
      .int()
      .min(0)
      .meta({
        description: 'Number of further failures that disable the webhook.',
        examples: [MAX_FAILURES],
      }),
    warning: z
      .string()
      .nullable()
      .meta({
        description: `Warning for people, from ${WARN_AT[0]} failures on; otherwise null.`,
        examples: [null],
      }),
    failing_since: z
      .string()
      .nullable()
      .meta({
        format: 'date-time',
        description:
          'Start of the first failed attempt since the last success, or null while deliveries succeed. ' +
          'Failed replays and tests do not set it.',
        examples: [null],
      }),
    last_error: z
      .string()
      .nullable()
      .meta({
        description:
          'Reason of the last failed attempt, for people; null exactly if `failing_since` is null. ' +
          'The log of deliveries has the answers of the endpoint.',
        examples: [null],
      }),
    disabled_at: z
      .string()
      .nullable()
      .meta({ format: 'date-time', examples: [null] }),
    created_at: z.string().meta({ format: 'date-time', examples: ['2025-11-21T08:15:30.000Z'] }),
    previous_secret_until: z
      .string()
      .nullable()
      .meta({
        format: 'date-time',
        description: 'Time until which the old secrets also sign; null if they do not sign.',
        examples: [null],
      }),
  })
  .meta({ id: 'Webhook' });
export type WebhookItem = z.infer<typeof WebhookItem>;

export const WebhookList = z.object({ data: z.array(WebhookItem) }).meta({ id: 'WebhookList' });

export const WebhookEnabled = WebhookItem.extend({
  queued: z
    .int()
    .min(0)
    .meta({ description: 'Number of `held` deliveries that this call queued.', examples: [3] }),
  missed_since: z
    .string()
    .nullable()
    .meta({
      format: 'date-time',
      description:
        'When the webhook was disabled. Later events have no delivery yet: replay the events since this time. ' +
        'Null if the webhook was enabled already.',
      examples: ['2025-11-21T08:15:30.000Z'],
    }),
}).meta({ id: 'WebhookEnabled' });
export type WebhookEnabled = z.infer<typeof WebhookEnabled>;

export const WebhookParams = z.object({
  id: z.string().meta({ pattern: '^[0-9]+$', description: 'The `id` of the webhook.', examples: ['7'] }),
});

/** Each adds a signature to every request. */
export const MAX_PREVIOUS_SECRETS = 5;

/** A week is as long as a known secret should live. */
export const MAX_OVERLAP_HOURS = 168;

export const RotateSecret = z
  .object({
    overlap_hours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .default(24)
      .meta({
        description:
          'Hours during which the old secrets sign together with the new one. Use 0 if another person ' +
          'knows a secret.',
        examples: [24],
      }),
  })
  .meta({ id: 'RotateSecret' });
export type RotateSecret = z.infer<typeof RotateSecret>;

export const SecretRotated = z
  .object({
    id: webhookId,
    secret: z.string().meta({
      description: 'New key of the signatures, shown only here.',
      pattern: '^[A-Za-z0-9]{48}$',
      examples: ['Qe7Rt2Yu9Io4Pa1Sd6Fg3Hj8Kl5Zx0Cv2Bn7Mq4We9Rt1Yu6'],
    }),
    previous_secret_until: z
      .string()
      .nullable()
      .meta({
        format: 'date-time',
        description: 'When the old secrets stop signing; null if they have already stopped.',
        examples: ['2025-11-22T08:15:30.000Z'],
      }),
  })
  .meta({ id: 'SecretRotated' });
