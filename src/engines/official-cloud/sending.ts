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

/** What an answer means for the message, and what it says about the device. */
export interface Judgement {
  outcome: SendOutcome;
  /** Null while the device is fine. */
  trouble: Extract<ErrorClass, 'token' | 'number' | 'ban'> | null;
}

/** Judges the answer to a message that was sent. */
export function judge(reply: GraphReply): Judgement {
  switch (reply.outcome) {
    case 'ok': {
      const accepted = Accepted.safeParse(reply.body);
      // A success in a form that nobody knows: it may have been sent.
      if (!accepted.success) return fine(UNKNOWN);
      return fine({ outcome: 'written', providerId: accepted.data.messages[0].id });
    }
    case 'error':
      return judgeError(reply);
    case 'not_written':
      return fine(UNREACHABLE);
    case 'unknown':
      return fine(UNKNOWN);
    default:
      return reply satisfies never;
  }
}

function judgeError({ error, status, retryAfterMs }: Extract<GraphReply, { outcome: 'error' }>): Judgement {
  const kind = classOf(error, status);
  const said = { code: String(error.code), message: textOf(error) };
  const wait = (scope: 'message' | 'device', ms: number) =>
    fine({ outcome: 'not_written', ...said, pause: { scope, ms: retryAfterMs ?? ms } });
  switch (kind) {
    case 'transient':
      return fine({ outcome: 'not_written', ...said });
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
      return { outcome: NOT_TAKEN, trouble: kind };
    case 'permanent':
      return fine({ outcome: 'refused', ...said, byProvider: true });
    default:
      return kind satisfies never;
  }
}

const fine = (outcome: SendOutcome): Judgement => ({ outcome, trouble: null });
