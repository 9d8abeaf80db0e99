import { z } from 'zod';
import { digitsOf } from '../../src/platform/lib/phone.ts';
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
  'message_templates',
  'upload_session',
  'upload_bytes',
  'management',
  'statuses',
  'inbound',
] as const;
export type Call = (typeof CALLS)[number];

const delayMs = z.number().int().min(0).max(3_600_000);

/** Selects calls. docs/sandbox-cloud.md describes the fields of a fault. */
const Match = {
  call: z.enum([...CALLS, 'any']).optional(),
  phone_number_id: z.string().optional(),
  recipient: z
    .string()
    .transform((text) => (USER_ID.test(text) ? text : digitsOf(text)))
    .optional(),
  type: z.string().optional(),
  statuses: z.array(Status).min(1).optional(),
  skip: z.number().int().min(0).default(0),
  every: z.number().int().min(1).default(1),
  /** null: until it is removed. */
  count: z.number().int().min(1).nullable().default(1),
};

const Effect = {
  code: z.number().int().min(0).optional(),
  subcode: z.number().int().optional(),
  http_status: z.number().int().min(200).max(599).optional(),
  message: z.string().max(1000).optional(),
  details: z.string().max(1000).optional(),
  retry_after_seconds: z.number().int().min(0).optional(),
  raw_body: z.string().max(100_000).optional(),
  by_webhook: z.enum(['accepted', 'sent', 'delivered']).optional(),
  delay_ms: delayMs.optional(),
  hang: z.literal(true).optional(),
  drop: z.literal(true).optional(),
  reset: z.literal(true).optional(),
  accepted: z.boolean().default(false),
  accept_then_drop: z.literal(true).optional(),
  webhook: z.enum(['lose', 'duplicate', 'reorder', 'delay']).optional(),
};

/** A deterministic fault: the same sequence of calls has the same hits. */
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
  .transform(withDefaults);
export type Fault = z.infer<typeof FaultBody>;

export interface FaultRule {
  id: number;
  fault: Fault;
  seen: number;
  hits: number;
}

export interface CallTarget {
  call: Call;
  phoneNumberId?: string | undefined;
  recipient?: readonly string[];
  type?: string | undefined;
  status?: Status;
}

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

  /** Removes one fault, or all (null), and returns their number. */
  remove(id: number | null): number {
    const before = this.#rules.length;
    this.#rules = id === null ? [] : this.#rules.filter((rule) => rule.id !== id);
    return before - this.#rules.length;
  }

  /** Returns the first fault that hits. All matching faults count the call. */
  match(target: CallTarget): FaultRule | null {
    let taken: FaultRule | null = null;
    for (const rule of this.#rules) {
      const { fault } = rule;
      if (fault.count !== null && rule.hits >= fault.count) continue;
      if (!matches(fault, target)) continue;
      rule.seen += 1;
      const isHit = rule.seen > fault.skip && (rule.seen - fault.skip) % fault.every === 0;
      if (!isHit || taken) continue;
      rule.hits += 1;
      taken = rule;
    }
    return taken;
  }
}

function matches(fault: Fault, target: CallTarget): boolean {
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

/** Webhook faults default to statuses, other faults to sent messages. */
function withDefaults<Body extends z.infer<z.ZodObject<typeof Match & typeof Effect>>>(body: Body) {
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
