import type { OutboundMessage, SendOutcome } from '../../engine.ts';
import type { Connection } from '../connection/connection.ts';
import type { Attempt } from '../keys/ratchets.ts';
import type { Timing } from '../timing.ts';
import { contentOf } from './content.ts';

export const NOT_CONNECTED = {
  outcome: 'not_written',
  code: 'not_connected',
  message: 'The device is not connected.',
} as const;

const NOT_PREPARED = {
  outcome: 'not_written',
  code: 'not_prepared',
  message: 'The file of the message was not uploaded.',
} as const;

/** Sends one message over an open connection; never rejects and never takes longer than `sendTimeoutMs`. */
export async function transmit(
  connection: Connection,
  message: OutboundMessage,
  timing: Timing,
): Promise<SendOutcome> {
  const attempt: Attempt = { abandoned: false, encrypting: false, reached: false };
  const { promise: given, resolve } = Promise.withResolvers<SendOutcome>();
  const timer = setTimeout(() => resolve(giveUp(attempt, 'send_timed_out')), timing.sendTimeoutMs);
  const lost = () => resolve(giveUp(attempt, 'connection_lost'));
  connection.over.addEventListener('abort', lost);
  if (connection.over.aborted) lost();
  const sent = write(connection, message, attempt).catch((error: unknown) => {
    connection.log.warn({ waMessageId: message.waMessageId, reason: nameOf(error) }, 'economy.send_failed');
    return giveUp(attempt, 'send_failed');
  });
  try {
    return await Promise.race([sent, given]);
  } finally {
    clearTimeout(timer);
    connection.over.removeEventListener('abort', lost);
  }
}

async function write(
  connection: Connection,
  message: OutboundMessage,
  attempt: Attempt,
): Promise<SendOutcome> {
  const content = contentOf(message);
  if (!content) return NOT_PREPARED;
  await connection.settled;
  const { sock, recipients } = connection;
  const recipient = await recipients.find(message.to);
  if ('refused' in recipient) {
    return { outcome: 'refused', code: 'not_on_whatsapp', message: 'The number is not on WhatsApp.' };
  }
  if ('unknown' in recipient) {
    return {
      outcome: 'not_written',
      code: 'recipient_unknown',
      message: 'The network did not answer whether the number exists.',
    };
  }
  // To the own number there is nobody else to reach.
  attempt.reached = connection.isOwn(recipient.jid);
  await connection.ratchets.run(
    () => sock.relayMessage(recipient.jid, content, { messageId: message.waMessageId }),
    attempt,
  );
  return { outcome: 'written' };
}

/** From now on the attempt cannot begin to encrypt; if it already had, nobody can tell what became of it. */
function giveUp(attempt: Attempt, code: string): SendOutcome {
  attempt.abandoned = true;
  if (attempt.encrypting) return { outcome: 'unknown', code, message: 'The message may have been sent.' };
  return { outcome: 'not_written', code, message: 'The message was not sent.' };
}

/** The kind of an error; its text may hold a number. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\d{4,}/g, '#') : typeof error;
}
