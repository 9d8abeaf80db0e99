import { z } from 'zod';
import { apiString, codePoints } from '../lib/text.ts';

export const EVENT_TYPES = ['message.received', 'message.status', 'device.status'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const WEBHOOK_STATUSES = ['enabled', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/**
 * - pending: due at `next_attempt_at`, or under way.
 * - delivered: answered 2xx.
 * - failed: out of retries, or its webhook was removed.
 * - held: its webhook was disabled before; kept for a replay.
 */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'held';

const MAX_URL = 2048;

/** Only the form is judged here: where the host leads is judged at each delivery, because names change their minds. */
const webhookUrl = apiString().superRefine((text, check) => {
  const problem = urlProblem(text);
  if (problem) check.addIssue({ code: 'custom', message: problem });
});

function urlProblem(text: string): string | null {
  if (codePoints(text) > MAX_URL) return `must have at most ${MAX_URL} characters`;
  const url = /\s/.test(text) ? null : URL.parse(text);
  if (!url || !/^https?:\/\//i.test(text)) return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  return text.includes('#') ? 'must not contain a fragment' : null;
}

export const RegisterWebhook = z.object({
  url: webhookUrl,
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1, 'must name at least one event')
    .transform((events) => [...new Set(events)]),
});
export type RegisterWebhook = z.infer<typeof RegisterWebhook>;

/** The only answer that ever carries the secret. */
export const WebhookCreated = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.string()),
  secret: z.string(),
});

export const WebhookItem = z.object({
  id: z.int(),
  url: z.string(),
  events: z.array(z.string()),
  status: z.enum(WEBHOOK_STATUSES),
  failure_count: z.int(),
  disabled_at: z.string().nullable(),
  created_at: z.string(),
});
