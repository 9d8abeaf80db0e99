import { z } from 'zod';

const delayMs = z.number().int().min(0).max(86_400_000);
const STATUSES = ['sent', 'delivered', 'read', 'failed', 'played'] as const;

export const Status = z.enum(STATUSES);
export type Status = z.infer<typeof Status>;

/** How the provider behaves while nothing is broken: for everyone, or for one number. */
export const Behaviour = z
  .object({
    /** When `sent` and `delivered` are reported, counted from the acceptance; null: never. */
    sent_after_ms: delayMs.nullable(),
    delivered_after_ms: delayMs.nullable(),
    /** null: people read when they are told to. */
    read_after_ms: delayMs.nullable(),
    /** `reversed`: the last status of a message is reported first. */
    status_order: z.enum(['natural', 'reversed']),
    /** How often each status is reported. */
    status_copies: z.number().int().min(1).max(10),
    /** The first status is reported before the sender has its answer. */
    status_before_response: z.boolean(),
    /** So many statuses of messages that nobody knows travel with each status. */
    unknown_statuses: z.number().int().min(0).max(1000),
    /** Statuses carry `conversation`, as before v24.0. */
    conversation: z.boolean(),
    /** `message_status` of the answer; null: left out. */
    message_status: z.enum(['accepted', 'held_for_quality_assessment', 'paused']).nullable(),
    /** How free text outside the window of 24 hours is refused: later by webhook, at once, or not at all. */
    outside_window: z.enum(['webhook', 'response', 'allow']),
    /** Whether people who never wrote count as having written when they are first written to. */
    strangers: z.enum(['open', 'closed']),
    /** Messages a second of one number, both ways together; null: no limit. */
    messages_per_second: z.number().positive().nullable(),
    /** One message in 6 s to the same person, 45 ahead of that. */
    pair_rate: z.boolean(),
    /** Calls an hour and account other than sending; null: no limit. */
    management_calls_per_hour: z.number().int().positive().nullable(),
    /** A number without `+` is international, or gets the country code of the sender as documented. */
    bare_numbers: z.enum(['international', 'national']),
    /** `lenient`: bytes that are nothing known pass; `strict`: they have to be what the type says. */
    media_check: z.enum(['lenient', 'strict']),
  })
  .strict();
export type Behaviour = z.infer<typeof Behaviour>;

/** Fields not given stay as they are. */
export const BehaviourChange = Behaviour.partial();
export type BehaviourChange = z.infer<typeof BehaviourChange>;

export const DEFAULT_BEHAVIOUR: Behaviour = {
  sent_after_ms: 10,
  delivered_after_ms: 30,
  read_after_ms: null,
  status_order: 'natural',
  status_copies: 1,
  status_before_response: false,
  unknown_statuses: 0,
  conversation: false,
  message_status: 'accepted',
  outside_window: 'webhook',
  strangers: 'open',
  messages_per_second: 80,
  pair_rate: true,
  management_calls_per_hour: 5000,
  bare_numbers: 'international',
  media_check: 'lenient',
};
