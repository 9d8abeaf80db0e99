import { type MouseEvent, type PointerEvent, useRef } from 'react';

const LONG_MS = 450;

/** A finger that stays. A scroll cancels it. */
export function useLongPress(run: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTouch = useRef(false);
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      isTouch.current = pointerType === 'touch';
      end();
      if (isTouch.current) timer.current = setTimeout(run, LONG_MS);
    },
    onPointerUp: end,
    onPointerCancel: end,
    // Phones have their own menu for this gesture.
    onContextMenu: (event: MouseEvent) => isTouch.current && event.preventDefault(),
  };
}
