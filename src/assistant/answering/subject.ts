import { MINUTE } from '../../platform/lib/clock.ts';
import type { AssistantAnswer } from './answer.ts';

/** Later, a question stands alone. */
const LASTS_MS = 30 * MINUTE;

/** What the last answer from a table was about. It has no words of the customer. */
export interface Subject {
  /** Row id of the table. */
  table: number;
  /** Of the rows that the customer read. */
  keys: readonly string[];
  /** Products that the answer counted. */
  more: number;
  /** Names of the asked columns. */
  columns: readonly string[];
}

export interface KeptSubject extends Subject {
  /** ISO 8601. */
  at: string;
}

/** Whether the next question may be about it. */
export const isRecent = ({ at }: KeptSubject, now: Date): boolean =>
  now.getTime() - Date.parse(at) <= LASTS_MS;

/** After an answer from a table, its subject. Thanks leave the one before. Anything else ends it. */
export function keptSubject(
  { answer, subject }: { answer: Pick<AssistantAnswer, 'reason'>; subject?: Subject | null },
  earlier: KeptSubject | null,
  at: Date,
): KeptSubject | null {
  if (subject) return { ...subject, at: at.toISOString() };
  return answer.reason === 'small_talk' ? earlier : null;
}
