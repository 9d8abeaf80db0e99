import { useEffect, useState } from 'react';

const TYPING_MS = 250;

/** The text once the user pauses. */
export function useLate(text: string): string {
  const [late, setLate] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return late;
}
