import { MINUTE } from '../../platform/lib/clock.ts';
import type { AssistantAnswer } from './answer.ts';

const LASTS_MS = 30 * MINUTE;

/** No words of the customer. */
export interface Subject {
  /** Row id. */
  table: number;
  /** Of rows that the customer read. */
  keys: readonly string[];
  more: number;
  columns: readonly string[];
}

export interface KeptSubject extends Subject {
  at: string;
}

export const isRecent = ({ at }: KeptSubject, now: Date): boolean =>
  now.getTime() - Date.parse(at) <= LASTS_MS;

/** Thanks leave the earlier one, anything else ends it. */
export function keptSubject(
  { answer, subject }: { answer: Pick<AssistantAnswer, 'reason'>; subject?: Subject | null },
  earlier: KeptSubject | null,
  at: Date,
): KeptSubject | null {
  if (subject) return { ...subject, at: at.toISOString() };
  return answer.reason === 'small_talk' ? earlier : null;
}
