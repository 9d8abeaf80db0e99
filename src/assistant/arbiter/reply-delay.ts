import { SECOND } from '../../platform/lib/clock.ts';
import type { PlannedReply } from '../plan.ts';
import type { ReadChat } from './chat.ts';
import type { OpenDecision } from './open-store.ts';

/** As fast as a person who has the text at hand. */
const CHARACTERS_PER_SECOND = 40;

/**
 * Milliseconds that messages of a decision wait in the queue: as a person types the first one, within the bounds of
 * the account. A flow that goes on by itself answers no message, and does not wait.
 */
export function replyDelayMs(
  { settings }: Pick<ReadChat, 'settings'>,
  { message_id }: Pick<OpenDecision, 'message_id'>,
  [first]: readonly Pick<PlannedReply, 'body'>[],
): number {
  if (!first || message_id === null) return 0;
  const { min_seconds, max_seconds } = settings.reply_delay;
  const seconds = (first.body?.length ?? 0) / CHARACTERS_PER_SECOND;
  return Math.round(Math.min(max_seconds, Math.max(min_seconds, seconds)) * SECOND);
}
