import type { BinaryNode } from 'baileys';
import type { Clock } from '../../../lib/clock.ts';
import type { EngineEvent } from '../../engine.ts';

interface Refusal {
  code: string;
  message: string;
  /** False: worth another try later. */
  permanent: boolean;
}

/** Either the number may start no new chats, or only this recipient wants none from it. */
export const REACH_OUT_LOCKED: Refusal = {
  code: 'reach_out_locked',
  message: 'The network does not allow this number to start new chats at present.',
  permanent: false,
};

/** Why the server refuses a message, by the code in its ack. */
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

/** The refusal behind an ack's error code; an unknown code may pass by itself. */
function refusalOf(error: string): Refusal {
  return (
    REFUSALS[error] ?? {
      code: 'provider_error',
      message: `The network refused the message (${error}).`,
      permanent: false,
    }
  );
}

/** The server's answer to a message as an event; null for an ack of something else. */
export function readAck(node: BinaryNode, clock: Clock): Extract<EngineEvent, { type: 'ack' }> | null {
  const { class: kind, id, t, error } = node.attrs;
  if (node.tag !== 'ack' || kind !== 'message' || !id) return null;
  return { type: 'ack', waMessageId: id, at: timeOf(clock, t), error: error ? refusalOf(error) : null };
}

/** No type: it reached the phone. `inactive`: it reached a companion that shows itself offline. */
const RECEIPT_STATUS: Readonly<Record<string, 'delivered' | 'read'>> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'read',
};

/** What the other side tells about our messages; one stanza may speak of many. */
export function readReceipts(node: BinaryNode, clock: Clock): Extract<EngineEvent, { type: 'receipt' }>[] {
  const { from, id, recipient, type = '', t } = node.attrs;
  const status = RECEIPT_STATUS[type];
  // With a recipient it is our own phone telling about chats of its own.
  if (node.tag !== 'receipt' || !status || !id || recipient) return [];
  if (!from || from.endsWith('@g.us') || from.endsWith('@broadcast') || from.endsWith('@newsletter'))
    return [];
  const ids = new Set([id, ...listedIds(node)]);
  return [...ids].map((waMessageId) => ({ type: 'receipt', waMessageId, status, at: timeOf(clock, t) }));
}

function listedIds(node: BinaryNode): string[] {
  if (!Array.isArray(node.content)) return [];
  const list = node.content.find(({ tag }) => tag === 'list');
  if (!Array.isArray(list?.content)) return [];
  return list.content.map((item) => item.attrs.id).filter((id) => id !== undefined);
}

/** The server's time in seconds, or now. */
export function timeOf(clock: Clock, seconds: string | undefined): Date {
  const ms = Number(seconds) * 1000;
  return ms > 0 && Number.isSafeInteger(ms) ? new Date(ms) : clock.now();
}
