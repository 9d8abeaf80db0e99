import type { BinaryNode } from 'baileys';
import type { Clock } from '../../../../platform/lib/clock.ts';
import type { EngineEvent } from '../../engine.ts';
import { serverTime } from '../server-time.ts';

interface Refusal {
  code: string;
  message: string;
  /** False when a later attempt may succeed. */
  permanent: boolean;
}

/** Also when only this recipient accepts no new chat. */
export const REACH_OUT_LOCKED: Refusal = {
  code: 'reach_out_locked',
  message: 'The network does not allow this number to start new chats at present.',
  permanent: false,
};

export const REFUSALS: Readonly<Record<string, Refusal>> = {
  '400': { code: 'rejected', message: 'The network did not accept the message.', permanent: true },
  '401': { code: 'not_allowed', message: 'The network does not allow this message.', permanent: true },
  '403': { code: 'not_allowed', message: 'The network does not allow this message.', permanent: true },
  '404': { code: 'not_on_whatsapp', message: 'The number is not on WhatsApp.', permanent: true },
  '405': { code: 'rejected', message: 'The network did not accept the message.', permanent: true },
  '406': { code: 'rejected', message: 'The network did not accept the message.', permanent: true },
  '408': { code: 'provider_error', message: 'The network could not accept the message.', permanent: false },
  '429': {
    code: 'provider_rate_limited',
    message: 'The network accepts no more messages at present.',
    permanent: false,
  },
  '463': REACH_OUT_LOCKED,
  '479': { code: 'stale_session', message: 'The devices of the recipient have changed.', permanent: false },
  '500': { code: 'provider_error', message: 'The network could not accept the message.', permanent: false },
  '503': { code: 'provider_error', message: 'The network could not accept the message.', permanent: false },
};

/** An unknown code counts as temporary. */
function refusalOf(error: string): Refusal {
  return (
    REFUSALS[error] ?? {
      code: 'provider_error',
      message: `The network refused the message (${error}).`,
      permanent: false,
    }
  );
}

/** Null for the ack of another stanza. */
export function readAck(node: BinaryNode, clock: Clock): Extract<EngineEvent, { type: 'ack' }> | null {
  const { class: kind, id, t, error } = node.attrs;
  if (node.tag !== 'ack' || kind !== 'message' || !id) return null;
  return { type: 'ack', waMessageId: id, at: serverTime(clock, t), error: error ? refusalOf(error) : null };
}
