const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof SIGNALS)[number];

/** A terminal signals the whole group, and the launcher forwards the signal: both are one request. */
const SAME_REQUEST_MS = 1_000;

export interface StopSignalSource {
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
}

export interface StopRequests {
  first(signal: StopSignal): void;
  /** A signal over a second after the first. */
  again(signal: StopSignal): void;
  source?: StopSignalSource;
  /** Milliseconds of a monotonic clock. */
  now?(): number;
}

export function onStopSignals(requests: StopRequests): () => void {
  const { source = process, now = () => performance.now() } = requests;
  let askedAt: number | null = null;
  const onSignal = (signal: StopSignal) => {
    if (askedAt === null) {
      askedAt = now();
      requests.first(signal);
    } else if (now() - askedAt > SAME_REQUEST_MS) requests.again(signal);
  };
  for (const signal of SIGNALS) source.on(signal, onSignal);
  return () => {
    for (const signal of SIGNALS) source.off(signal, onSignal);
  };
}
