import { useFormat } from '../../texts/format.ts';

/** Writes a span in seconds. Null is a dash: there was none. */
export function useSeconds(): (seconds: number | null) => string {
  const format = useFormat();
  return (seconds) => (seconds === null ? '–' : format.span(seconds * 1000));
}
