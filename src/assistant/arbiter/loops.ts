import { HOUR, MINUTE, SECOND } from '../../platform/lib/clock.ts';
import type { SecretBox } from '../../platform/lib/secret-box.ts';
import { normalise } from '../matching.ts';
import type { RecentAnswer } from './chat-store.ts';
import { textOf } from './menus.ts';
import type { ListedDecision } from './open-store.ts';
import type { AutomationSettings } from './settings/schema.ts';

const SAME_TEXT_MS = 10 * MINUTE;
/** A person cannot read and write this fast. */
const FAST_MS = 1.5 * SECOND;

/** Of the text as it is compared. Null: no text. It outlives the message, so it needs the secret key. */
export function textHash({ box }: { box: SecretBox }, decision: ListedDecision): string | null {
  const compared = normalise(textOf(decision) ?? '');
  if (compared === '') return null;
  return box
    .mac(compared, `automation_decisions|text_hash|${decision.conversation_id}`)
    .toString('base64url');
}

interface Coming {
  /** Of the new message. */
  text_hash: string | null;
  /** When Kurir took it. */
  taken: Date;
}

/** A customer asked for the steps of a flow, and answers them fast. Machines answer each other through flows too. */
const IN_FLOWS = 3;

/**
 * Two machines that answer each other, before the next answer. `recent` has the answers of the last hour, the newest
 * first. In a flow, the same text is a choice of another menu.
 */
export function isLoop(
  recent: readonly RecentAnswer[],
  { text_hash: hash, taken }: Coming,
  breakers: AutomationSettings['breakers'],
  now: Date,
): boolean {
  const within = (ms: number) => recent.filter(({ decided }) => decided > now.getTime() - ms);
  const isFull = (ms: number, most: number) => {
    const answers = within(ms);
    const outside = answers.filter(({ stage }) => stage !== 'flow');
    return outside.length >= most || answers.length >= IN_FLOWS * most;
  };
  const same = within(SAME_TEXT_MS).filter((answer) => answer.text_hash === hash && answer.stage !== 'flow');
  return (
    isFull(MINUTE, breakers.per_minute) ||
    isFull(HOUR, breakers.per_hour) ||
    (hash !== null && same.length >= breakers.same_text) ||
    fastReplies(recent, taken) >= breakers.fast_replies
  );
}

/** How many messages in a row came right after an answer, with the new one. */
function fastReplies(recent: readonly RecentAnswer[], taken: Date): number {
  let count = 0;
  let reply = taken.getTime();
  for (const answer of recent) {
    const gap = reply - answer.sent;
    if (gap < 0 || gap >= FAST_MS) break;
    count += 1;
    reply = answer.taken;
  }
  return count;
}
