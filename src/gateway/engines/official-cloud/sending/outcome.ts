import { z } from 'zod';
import { MINUTE, SECOND } from '../../../../platform/lib/clock.ts';
import { MAX_ID } from '../../../../platform/lib/text.ts';
import { KEPT_REASONS, type Pause, type SendOutcome } from '../../engine.ts';
import { classOf, textOf } from '../graph/error-codes.ts';
import { lenient } from '../graph/lenient-values.ts';
import type { GraphReply } from '../graph/reply.ts';
import { pairWaitMs } from './pair-rate.ts';

export const NOT_CONNECTED = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The device is not connected.',
} as const;
export const NOT_PREPARED = {
  outcome: 'not_written',
  code: 'not_prepared',
  message: 'The file of the message was not prepared.',
} as const;

type NotSent = Extract<SendOutcome, { outcome: 'not_written' | 'refused' }>;

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
const CREDENTIALS_REFUSED: NotSent = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The provider does not accept the credentials of the device.',
};

/** When the provider names no wait. */
const APP_RATE_MS = MINUTE;
const NUMBER_RATE_MS = SECOND;
const RESTRICTED_MS = 10 * MINUTE;

/** Longer ids fit no index: the status report names ours. */
const Accepted = z.object({
  messages: z.tuple(
    [z.object({ id: z.string().min(1).max(MAX_ID), message_status: lenient(z.enum(KEPT_REASONS)) })],
    z.unknown(),
  ),
});

/** `pairRefusals`: earlier ones in a row. */
export function judgeReply(reply: GraphReply, pairRefusals = 0): SendOutcome {
  switch (reply.outcome) {
    case 'ok': {
      const accepted = Accepted.safeParse(reply.body).data?.messages[0];
      if (!accepted) return UNKNOWN;
      const { id: providerId, message_status: keptReason } = accepted;
      return { outcome: 'written', providerId, ...(keptReason && { keptReason }) };
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

/** The provider no longer has the upload that a message names. Only the text of its errors says so. */
export const isMissingFile = (outcome: SendOutcome): boolean =>
  outcome.outcome === 'refused' && ['100', '131009'].includes(outcome.code) && /media/i.test(outcome.message);

/** Of a message, or of its upload. */
export function judgeError(reply: Extract<GraphReply, { outcome: 'error' }>, pairRefusals = 0): NotSent {
  const { error, status, retryAfterMs } = reply;
  const kind = classOf(error, status);
  const reason = { code: String(error.code), message: textOf(error) };
  const pause = (scope: Pause['scope'], ms: number): NotSent => ({
    outcome: 'not_written',
    ...reason,
    pause: { scope, ms },
  });
  switch (kind) {
    case 'transient':
      return { outcome: 'not_written', ...reason };
    case 'brief':
      return { outcome: 'not_written', ...reason, fewTries: true };
    case 'app_rate':
      return pause('device', retryAfterMs ?? APP_RATE_MS);
    case 'number_rate':
      return pause('device', retryAfterMs ?? NUMBER_RATE_MS);
    case 'restricted':
      return pause('restriction', retryAfterMs ?? RESTRICTED_MS);
    case 'pair_rate':
      return pause('recipient', Math.max(retryAfterMs ?? 0, pairWaitMs(pairRefusals)));
    case 'token':
    case 'number':
    case 'ban':
      return CREDENTIALS_REFUSED;
    case 'permanent':
      return { outcome: 'refused', ...reason, byProvider: true };
    default:
      return kind satisfies never;
  }
}
