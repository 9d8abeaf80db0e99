import { useSyncExternalStore } from 'react';

const NARROW = matchMedia('(max-width: 767px)');

/** Whether the window is too narrow for a canvas. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      NARROW.addEventListener('change', listener);
      return () => NARROW.removeEventListener('change', listener);
    },
    () => NARROW.matches,
  );
}
