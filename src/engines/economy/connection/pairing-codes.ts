import type { Timing } from '../timing.ts';

interface Parts {
  refs: readonly string[];
  codeOf(ref: string): string;
  timing: Timing;
  show(code: string, validMs: number): void;
  /** All codes are used up and the last one has expired. */
  expired(): void;
}

/** Shows one pairing code after the other; the returned function stops that. */
export function showCodes({ refs, codeOf, timing, show, expired }: Parts): () => void {
  let timer: NodeJS.Timeout;
  const next = (index: number) => {
    const ref = refs[index];
    if (ref === undefined) return expired();
    const shownMs = index === 0 ? timing.qrFirstMs : timing.qrNextMs;
    const validMs = Math.max(shownMs, timing.qrScannableMs);
    show(codeOf(ref), validMs);
    timer = setTimeout(() => next(index + 1), index === refs.length - 1 ? validMs : shownMs);
  };
  next(0);
  return () => clearTimeout(timer);
}
