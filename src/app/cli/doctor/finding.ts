export type Verdict = 'ok' | 'warning' | 'fault';

/** A row of `kurir doctor`. */
export interface Finding {
  check: string;
  verdict: Verdict;
  found: string;
  /** What to do. Empty: nothing. */
  advice: string;
}

export const ok = (check: string, found: string): Finding => ({ check, verdict: 'ok', found, advice: '' });

export const warning = (check: string, found: string, advice: string): Finding => ({
  check,
  verdict: 'warning',
  found,
  advice,
});

export const fault = (check: string, found: string, advice: string): Finding => ({
  check,
  verdict: 'fault',
  found,
  advice,
});
