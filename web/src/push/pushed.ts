import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PUSHED } from './kept.ts';

/** Push goes on after the next log-in of its user. Browsers without push load nothing. */
export function useResumedPush(userId: string, session: string): void {
  const { history } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session takes the browser over
  useEffect(() => {
    const stored = localStorage.getItem(PUSHED);
    if (!stored) return;
    void import('./push.ts').then(({ resume }) => resume(stored, userId, history)).catch(() => {});
  }, [userId, session]);
}
