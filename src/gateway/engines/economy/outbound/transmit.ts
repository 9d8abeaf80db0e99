import { isJidGroup } from 'baileys';
import type { Clock } from '../../../../platform/lib/clock.ts';
import { isFileKind } from '../../../../platform/lib/media/formats.ts';
import { type OutboundMessage, type SendOutcome, TYPE_NOT_SUPPORTED } from '../../engine.ts';
import type { Connection } from '../connection/connection.ts';
import { reasonOf } from '../error-reason.ts';
import type { Attempt } from '../keys/ratchets.ts';
import type { Timing } from '../timing.ts';
import { attributesOf, encodeContent } from './content.ts';
import { NO_MEMBER, NOT_ON_WHATSAPP, NOT_PREPARED, RECIPIENT_UNKNOWN, TOO_LATE } from './outcomes.ts';

/** For a number that the network does not know. */
export type AbsenceOf = (phone: string) => string;

interface TransmitParts {
  timing: Timing;
  clock: Clock;
  absenceOf?: AbsenceOf | undefined;
}

/** Never rejects; answers within `sendTimeoutMs`. */
export async function transmit(
  connection: Connection,
  message: OutboundMessage,
  parts: TransmitParts,
): Promise<SendOutcome> {
  const { endSignal, log } = connection;
  const attempt: Attempt = { isAbandoned: false, isEncrypting: false, hasRecipient: false };
  const { promise: abandoned, resolve } = Promise.withResolvers<SendOutcome>();
  const timer = setTimeout(() => resolve(abandon(attempt, 'send_timed_out')), parts.timing.sendTimeoutMs);
  const onEnd = () => resolve(abandon(attempt, 'connection_lost'));
  endSignal.addEventListener('abort', onEnd);
  if (endSignal.aborted) onEnd();
  const sent = write(connection, message, attempt, parts).catch((error: unknown) => {
    log.warn({ waMessageId: message.waMessageId, reason: reasonOf(error) }, 'economy.send_failed');
    return abandon(attempt, 'send_failed');
  });
  try {
    return await Promise.race([sent, abandoned]);
  } finally {
    clearTimeout(timer);
    endSignal.removeEventListener('abort', onEnd);
  }
}

async function write(
  connection: Connection,
  message: OutboundMessage,
  attempt: Attempt,
  { clock, absenceOf = () => NOT_ON_WHATSAPP }: TransmitParts,
): Promise<SendOutcome> {
  if (message.until && clock.now() > message.until) return TOO_LATE;
  const content = encodeContent(message, connection.ownJid, clock.now());
  if (!content) return isFileKind(message.type) ? NOT_PREPARED : TYPE_NOT_SUPPORTED;
  await connection.sendable;
  const { sock, recipients, ratchets } = connection.client;
  const recipient = await recipients.find(message.to);
  if ('refused' in recipient) {
    if (isJidGroup(message.to)) return NO_MEMBER;
    return { outcome: 'refused', code: 'not_on_whatsapp', message: absenceOf(message.to) };
  }
  if ('unknown' in recipient) return RECIPIENT_UNKNOWN;
  // The own number has no other recipient, and a group is encrypted once for all.
  attempt.hasRecipient = connection.isOwn(recipient.jid) || isJidGroup(recipient.jid) === true;
  await ratchets.run(
    () =>
      sock.relayMessage(recipient.jid, content, {
        messageId: message.waMessageId,
        additionalAttributes: attributesOf(message),
      }),
    attempt,
  );
  return { outcome: 'written' };
}

function abandon(attempt: Attempt, code: string): SendOutcome {
  attempt.isAbandoned = true;
  if (attempt.isEncrypting) return { outcome: 'unknown', code, message: 'The message may have been sent.' };
  return { outcome: 'not_written', code, message: 'The message was not sent.' };
}
