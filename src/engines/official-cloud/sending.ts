import { z } from 'zod';
import { MINUTE, SECOND } from '../../lib/clock.ts';
import type { SendOutcome } from '../engine.ts';
import { classOf, type ErrorClass, textOf } from './error-codes.ts';
import type { GraphReply } from './graph.ts';

const Accepted = z.object({ messages: z.tuple([z.object({ id: z.string().min(1) })], z.unknown()) });

/** How long the device is left alone when the provider does not say. */
const APP_RATE_MS = MINUTE;
const NUMBER_RATE_MS = SECOND;
const HELD_MS = 10 * MINUTE;
/** One message in 6 s to the same person. */
const PAIR_RATE_MS = 6 * SECOND;

const UNKNOWN: SendOutcome = {
  outcome: 'unknown',
  code: 'outcome_unknown',
  message: 'The provider did not answer; the message may have been sent.',
};
const UNREACHABLE: SendOutcome = {
  outcome: 'not_written',
  code: 'provider_unreachable',
  message: 'The provider could not be reached.',
};
const NOT_TAKEN: SendOutcome = {
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

/** What the answer to a message that was sent means for it. */
export function judge(reply: GraphReply): SendOutcome {
  switch (reply.outcome) {
    case 'ok': {
      const accepted = Accepted.safeParse(reply.body);
      // A success in a form that nobody knows: it may have been sent.
      return accepted.success ? { outcome: 'written', providerId: accepted.data.messages[0].id } : UNKNOWN;
    }
    case 'error':
      return judgeError(reply);
    case 'not_written':
      return UNREACHABLE;
    case 'unknown':
      return UNKNOWN;
    default:
      return reply satisfies never;
  }
}

function judgeError({ error, status, retryAfterMs }: Extract<GraphReply, { outcome: 'error' }>): SendOutcome {
  const kind = classOf(error, status);
  const said = { code: String(error.code), message: textOf(error) };
  const wait = (scope: 'message' | 'device', ms: number): SendOutcome => ({
    outcome: 'not_written',
    ...said,
    pause: { scope, ms: retryAfterMs ?? ms },
  });
  switch (kind) {
    case 'transient':
      return { outcome: 'not_written', ...said };
    case 'app_rate':
      return wait('device', APP_RATE_MS);
    case 'number_rate':
      return wait('device', NUMBER_RATE_MS);
    case 'held':
      return wait('device', HELD_MS);
    case 'pair_rate':
      return wait('message', PAIR_RATE_MS);
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
