import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../api/schemas.ts';
import { useMe } from '../../session/session.ts';
import { useNow } from './now.ts';
import { listQuery } from './queries.ts';
import { toListQuery } from './search.ts';

const MINUTE = 60_000;
export const SOON_MS = 5 * MINUTE;
/** A customer waits too long, where the account has no target. */
export const LATE_MS = 30 * MINUTE;

type Waiting = Pick<Schema<'Conversation'>, 'waiting_since' | 'answer_due_at'>;

/** Whether the answer is overdue or due within five minutes; without a target, whether the wait is long. */
function isLate({ waiting_since: since, answer_due_at: due }: Waiting, now: number): boolean {
  if (since === null) return false;
  return due === null ? now - Date.parse(since) > LATE_MS : Date.parse(due) - now <= SOON_MS;
}

/** Those of the view "Needs answer" that wait too long or soon will, the longest first. */
export function useLate(): Schema<'Conversation'>[] {
  const { name } = useMe();
  const now = useNow();
  const waiting = useQuery(listQuery(toListQuery({ view: 'needs' }, name))).data?.items ?? [];
  return waiting.filter((chat) => isLate(chat, now));
}
