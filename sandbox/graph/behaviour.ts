import { z } from 'zod';

const delayMs = z.number().int().min(0).max(86_400_000);
/** The provider keeps a message back until it is released or dropped. */
export const KEPT_STATUSES = ['held_for_quality_assessment', 'paused'] as const;

const STATUSES = ['sent', 'delivered', 'read', 'failed', 'played'] as const;

export const Status = z.enum(STATUSES);
export type Status = z.infer<typeof Status>;

/** Behaviour without faults, for all numbers or one. docs/sandbox-cloud.md describes the fields. */
export const Behaviour = z
  .object({
    sent_after_ms: delayMs.nullable(),
    delivered_after_ms: delayMs.nullable(),
    read_after_ms: delayMs.nullable(),
    status_order: z.enum(['natural', 'reversed']),
    status_copies: z.number().int().min(1).max(10),
    status_before_response: z.boolean(),
    unknown_statuses: z.number().int().min(0).max(1000),
    conversation: z.boolean(),
    message_status: z.enum(['accepted', ...KEPT_STATUSES]).nullable(),
    outside_window: z.enum(['webhook', 'response', 'allow']),
    strangers: z.enum(['open', 'closed']),
    messages_per_second: z.number().positive().nullable(),
    pair_rate: z.boolean(),
    management_calls_per_hour: z.number().int().positive().nullable(),
    bare_numbers: z.enum(['international', 'national']),
    media_check: z.enum(['lenient', 'strict']),
  })
  .strict();
export type Behaviour = z.infer<typeof Behaviour>;

/** Missing fields keep their value. */
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
