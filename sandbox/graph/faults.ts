import { z } from 'zod';
import { digitsOf } from '../../src/lib/phone.ts';
import { Status } from './behaviour.ts';
import { USER_ID } from './ids.ts';

/** Calls of the Graph API, and the two kinds of webhooks. */
export const CALLS = [
  'messages',
  'mark_read',
  'media_upload',
  'media',
  'media_download',
  'phone_number',
  'debug_token',
  'management',
  'statuses',
  'inbound',
] as const;
export type Call = (typeof CALLS)[number];

const delayMs = z.number().int().min(0).max(3_600_000);

/** Which calls are hit: those that fit everything given, the first `skip` excepted, then every `every`-th, `count` times. */
const Match = {
  call: z.enum([...CALLS, 'any']).optional(),
  phone_number_id: z.string().optional(),
  /** A number or a business-scoped id. */
  recipient: z
    .string()
    .transform((text) => (USER_ID.test(text) ? text : digitsOf(text)))
    .optional(),
  /** Type of the message. */
  type: z.string().optional(),
  /** Only webhooks with these statuses. */
  statuses: z.array(Status).min(1).optional(),
  skip: z.number().int().min(0).default(0),
  every: z.number().int().min(1).default(1),
  /** null: until it is taken away. */
  count: z.number().int().min(1).nullable().default(1),
};

/** What happens to those that are hit. */
const Effect = {
  /** The provider's code; for messages also one that is only reported by webhook, see `by_webhook`. */
  code: z.number().int().min(0).optional(),
  subcode: z.number().int().optional(),
  http_status: z.number().int().min(200).max(599).optional(),
  message: z.string().max(1000).optional(),
  details: z.string().max(1000).optional(),
  retry_after_seconds: z.number().int().min(0).optional(),
  /** The answer as it stands, with `http_status`: what a proxy in between would say. */
  raw_body: z.string().max(100_000).optional(),
  /** The call succeeds; the message fails with `code` after this status was reported. */
  by_webhook: z.enum(['accepted', 'sent', 'delivered']).optional(),
  /** The answer comes later. */
  delay_ms: delayMs.optional(),
  /** The answer never comes. */
  hang: z.literal(true).optional(),
  /** The connection is closed in place of an answer. */
  drop: z.literal(true).optional(),
  /** The connection is reset in place of an answer. */
  reset: z.literal(true).optional(),
  /** The work of the call is done before any of this happens. */
  accepted: z.boolean().default(false),
  /** `drop` and `accepted`. */
  accept_then_drop: z.literal(true).optional(),
  /** What becomes of webhooks. */
  webhook: z.enum(['lose', 'duplicate', 'reorder', 'delay']).optional(),
};

/** One kind of trouble, deterministic: the same calls in the same order are hit in every run. */
export const FaultBody = z
  .object({ ...Match, ...Effect })
  .strict()
  .refine(
    hasEffect,
    'one of code, http_status, delay_ms, hang, drop, reset, accept_then_drop and webhook must be given',
  )
  .refine(
    ({ by_webhook, code, call = 'messages' }) =>
      by_webhook === undefined || (code !== undefined && call === 'messages'),
    'by_webhook needs a code, and is for messages only',
  )
  .refine(
    ({ call, webhook, delay_ms }) =>
      isWebhook(call) ? webhook !== undefined || delay_ms !== undefined : call === undefined || !webhook,
    'statuses and inbound take webhook or delay_ms, and nothing else takes webhook',
  )
  .transform(completed);
export type Fault = z.infer<typeof FaultBody>;

export interface FaultRule {
  id: number;
  fault: Fault;
  /** How many calls fitted, and how many of them were hit. */
  seen: number;
  hits: number;
}

export interface Target {
  call: Call;
  phoneNumberId?: string | undefined;
  /** Every address the person goes by. */
  recipient?: readonly string[];
  type?: string | undefined;
  status?: Status;
}

/** The trouble that is asked for, in the order in which it was asked for. */
export class FaultRules {
  #rules: FaultRule[] = [];
  #nextId = 1;

  add(fault: Fault): FaultRule {
    const rule: FaultRule = { id: this.#nextId++, fault, seen: 0, hits: 0 };
    this.#rules.push(rule);
    return rule;
  }

  list(): readonly FaultRule[] {
    return this.#rules;
  }

  /** Returns how many were taken away. */
  remove(id: number | null): number {
    const before = this.#rules.length;
    this.#rules = id === null ? [] : this.#rules.filter((rule) => rule.id !== id);
    return before - this.#rules.length;
  }

  /** The first rule that hits; each one that fits counts the call. */
  take(target: Target): FaultRule | null {
    let taken: FaultRule | null = null;
    for (const rule of this.#rules) {
      const { fault } = rule;
      if (fault.count !== null && rule.hits >= fault.count) continue;
      if (!fits(fault, target)) continue;
      rule.seen += 1;
      const isHit = rule.seen > fault.skip && (rule.seen - fault.skip) % fault.every === 0;
      if (!isHit || taken) continue;
      rule.hits += 1;
      taken = rule;
    }
    return taken;
  }
}

function fits(fault: Fault, target: Target): boolean {
  if (fault.call !== 'any' && fault.call !== target.call) return false;
  if (fault.phone_number_id !== undefined && fault.phone_number_id !== target.phoneNumberId) return false;
  if (fault.recipient !== undefined && !target.recipient?.includes(fault.recipient)) return false;
  if (fault.type !== undefined && fault.type !== target.type) return false;
  return (
    fault.statuses === undefined || (target.status !== undefined && fault.statuses.includes(target.status))
  );
}

function hasEffect(body: z.infer<z.ZodObject<typeof Effect>>): boolean {
  const { code, http_status, delay_ms, hang, drop, reset, accept_then_drop, webhook } = body;
  return [code, http_status, delay_ms, hang, drop, reset, accept_then_drop, webhook].some(
    (effect) => effect !== undefined,
  );
}

/** What is not said is what is meant: webhook trouble concerns webhooks, any other the sending of messages. */
function completed<Body extends z.infer<z.ZodObject<typeof Match & typeof Effect>>>(body: Body) {
  const { accept_then_drop, ...fault } = body;
  const call = body.call ?? (body.webhook ? 'statuses' : 'messages');
  return {
    ...fault,
    call,
    webhook: body.webhook ?? (isWebhook(call) ? ('delay' as const) : undefined),
    drop: body.drop ?? accept_then_drop,
    accepted: body.accepted || accept_then_drop === true,
  };
}

const isWebhook = (call: string | undefined) => call === 'statuses' || call === 'inbound';
