const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/**
 * A terminal signals the whole process group, and the launcher forwards the signal too. Both are one request.
 */
const SAME_REQUEST_MS = 1_000;

export type SignalSource = Pick<NodeJS.Process, 'on' | 'exit'>;

export interface Shutdown {
  stop(): Promise<void>;
  /** Ends everything without waiting. */
  endAtOnce(): void;
  source?: SignalSource;
  /** Milliseconds of a monotonic clock. */
  now?(): number;
}

/**
 * The first signal stops in order: exit code 0, or 1 when the stop fails. A signal more than a second later
 * exits at once with 1.
 */
export function stopOnSignals(shutdown: Shutdown): void {
  const { source = process, now = () => performance.now() } = shutdown;
  let askedAt: number | null = null;

  const onSignal = () => {
    if (askedAt === null) {
      askedAt = now();
      shutdown.stop().then(
        () => source.exit(0),
        () => source.exit(1),
      );
    } else if (now() - askedAt > SAME_REQUEST_MS) {
      shutdown.endAtOnce();
      source.exit(1);
    }
  };
  for (const signal of SIGNALS) source.on(signal, onSignal);
}
