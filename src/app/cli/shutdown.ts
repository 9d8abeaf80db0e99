const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** A terminal signals the whole group and the launcher forwards it too: what comes twice at once is one request. */
const SAME_REQUEST_MS = 1_000;

/** Where signals come from and the exit code goes to. */
export type SignalSource = Pick<NodeJS.Process, 'on' | 'exit'>;

export interface Shutdown {
  stop(): Promise<void>;
  /** Ends what is left without waiting for it. */
  endAtOnce(): void;
  source?: SignalSource;
  /** Milliseconds of a clock that never jumps. */
  now?(): number;
}

/**
 * The first signal stops in order and exits with 0, or with 1 when the stop fails. A signal more than a second later
 * ends the process at once with 1.
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
