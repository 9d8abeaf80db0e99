import { z } from 'zod';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import type { Pause, Restriction, SendOutcome } from '../engine.ts';
import { classOf, type ErrorClass, restrictionBy, textOf } from './error-codes.ts';
import type { GraphReply } from './graph.ts';

const Accepted = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) });

type NotSent = Extract<SendOutcome, { outcome: 'not_written' | 'refused' }>;

/** How long the device is left alone when the provider does not say. */
const APP_RATE_MS = MINUTE;
const NUMBER_RATE_MS = SECOND;
const HELD_MS = 10 * MINUTE;
/** To a person who gets too much, 4^n s: one more n each time, up to about 17 minutes. */
const PAIR_RATE_BASE = 4;
const PAIR_RATE_MOST = 5;

const UNKNOWN: SendOutcome = {
  outcome: 'unknown',
  code: 'outcome_unknown',
  message: 'The provider did not answer. The message may have been sent.',
};
const UNREACHABLE: SendOutcome = {
  outcome: 'not_written',
  code: 'provider_unreachable',
  message: 'Kurir could not reach the provider.',
};
const NOT_TAKEN: NotSent = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The provider does not accept the credentials of the device.',
};

/** What is wrong with the device. */
export type Trouble = Extract<ErrorClass, 'token' | 'number' | 'ban'>;

/** What an answer says about the device; null while it is fine. */
export function troubleIn(reply: GraphReply): Trouble | null {
  const kind = reply.outcome === 'error' ? classOf(reply.error, reply.status) : null;
  return kind === 'token' || kind === 'number' || kind === 'ban' ? kind : null;
}

/** Why the number is held back, and until when if the provider says so; null while it is not. */
export function restrictionIn(reply: GraphReply): { reason: Restriction; waitMs: number | null } | null {
  const reason = reply.outcome === 'error' ? restrictionBy(reply.error.code) : null;
  return reply.outcome === 'error' && reason ? { reason, waitMs: reply.retryAfterMs } : null;
}

/** Whether the provider found that the recipient gets too much at a time. */
export function isPairRate(reply: GraphReply): boolean {
  return reply.outcome === 'error' && classOf(reply.error, reply.status) === 'pair_rate';
}

/** What the answer to a message that was sent means for it. `pairRefusals`: how often in a row its recipient had got too much before. */
export function judge(reply: GraphReply, pairRefusals = 0): SendOutcome {
  switch (reply.outcome) {
    case 'ok': {
      const accepted = Accepted.safeParse(reply.body);
      // A success in a form that nobody knows: it may have been sent.
      return accepted.success ? { outcome: 'written', providerId: accepted.data.messages[0].id } : UNKNOWN;
    }
    case 'error':
      return judgeError(reply, pairRefusals);
    case 'not_written':
      return UNREACHABLE;
    case 'unknown':
      return UNKNOWN;
    default:
      return reply satisfies never;
  }
}

/** The same for an answer that is a refusal, of a message or of the file that belongs to it. */
export function judgeError(reply: Extract<GraphReply, { outcome: 'error' }>, pairRefusals = 0): NotSent {
  const { error, status, retryAfterMs } = reply;
  const kind = classOf(error, status);
  const said = { code: String(error.code), message: textOf(error) };
  const wait = (scope: Pause['scope'], ms: number): NotSent => ({
    outcome: 'not_written',
    ...said,
    pause: { scope, ms },
  });
  switch (kind) {
    case 'transient':
      return { outcome: 'not_written', ...said };
    case 'brief':
      return { outcome: 'not_written', ...said, fewTries: true };
    case 'app_rate':
      return wait('device', retryAfterMs ?? APP_RATE_MS);
    case 'number_rate':
      return wait('device', retryAfterMs ?? NUMBER_RATE_MS);
    case 'held':
      return wait('restriction', retryAfterMs ?? HELD_MS);
    case 'pair_rate':
      return wait('recipient', Math.max(retryAfterMs ?? 0, pairWaitMs(pairRefusals)));
    case 'token':
    case 'number':
    case 'ban':
      return NOT_TAKEN;
    case 'permanent':
      return { outcome: 'refused', ...said, byProvider: true };
    default:
      return kind satisfies never;
  }
}

const pairWaitMs = (refusals: number) => SECOND * PAIR_RATE_BASE ** Math.min(refusals, PAIR_RATE_MOST);
