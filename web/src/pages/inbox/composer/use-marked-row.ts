import { useEffect, useState } from 'react';

/** Arrows and Enter choose while the focus stays in the field. Returns the place of the marked row. */
export function useMarkedRow(count: number, choose: (index: number) => void): number {
  const [marked, mark] = useState(0);
  const present = Math.min(marked, Math.max(0, count - 1));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!['ArrowDown', 'ArrowUp', 'Enter', 'Tab'].includes(event.key) || count === 0) return;
      event.preventDefault();
      if (event.key === 'ArrowDown') mark((present + 1) % count);
      else if (event.key === 'ArrowUp') mark((present + count - 1) % count);
      else choose(present);
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [count, present, choose]);
  return present;
}
