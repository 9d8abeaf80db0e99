import { useEffect, useState } from 'react';

const TYPING_MS = 250;

/** The value once the user pauses. */
export function useLate<T>(value: T, pauseMs = TYPING_MS): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return late;
}
