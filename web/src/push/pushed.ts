import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_PATH } from '../place.ts';
import { PUSHED } from './kept.ts';

/** Push goes on after the next log-in of its user, and each tab opens clicked notices. Others load nothing. */
export function useResumedPush(userId: string, session: string): void {
  const { history } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session takes the browser over
  useEffect(() => {
    const stored = localStorage.getItem(PUSHED);
    if (!stored) return;
    void import('./push.ts').then(({ resume }) => resume(stored, userId)).catch(() => {});
  }, [userId, session]);
  useEffect(() => {
    const open = ({ data }: MessageEvent<{ open?: string }>) => {
      if (data.open !== undefined) history.push(APP_PATH + data.open);
    };
    // Absent at addresses without https.
    const { serviceWorker } = navigator as Partial<Navigator>;
    serviceWorker?.addEventListener('message', open);
    return () => serviceWorker?.removeEventListener('message', open);
  }, [history]);
}
