import { z } from 'zod';
import { apiString, codePoints } from '../lib/text.ts';

export const MESSAGE_STATUSES = ['queued', 'sent', 'delivered', 'read', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Longest text: what the provider's clients can show; the contract names no limit. */
const MAX_BODY = 65_536;

/** Body of POST /v1/messages. `to` is any text here; whether it is a number is decided after the fields (invalid_phone). */
export const SendMessage = z.object({
  device_uuid: apiString().min(1, 'is required'),
  to: apiString().min(1, 'is required'),
  type: z.enum(['text'], 'must be text').default('text'),
  body: apiString()
    .refine((text) => text.trim() !== '', 'is required')
    .refine(
      (text) => text.length <= MAX_BODY || codePoints(text) <= MAX_BODY,
      `must have at most ${MAX_BODY} characters`,
    ),
  /** For media; a text has none, but whatever comes must be a string. */
  media_url: apiString().nullish(),
});
export type SendMessage = z.infer<typeof SendMessage>;

export const MessageView = z.object({
  id: z.number(),
  status: z.enum(MESSAGE_STATUSES),
  wa_message_id: z.string().nullable(),
  direction: z.literal('out'),
  type: z.string(),
  created_at: z.string(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type MessageView = z.infer<typeof MessageView>;
