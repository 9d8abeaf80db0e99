import { onStopSignals, type StopRequests, type StopSignal, type StopSignalSource } from './stop-signals.ts';

export type ExitingSource = StopSignalSource & Pick<NodeJS.Process, 'exit'>;

export interface Shutdown extends Pick<StopRequests, 'now'> {
  stop(signal: StopSignal): Promise<void>;
  /** Ends everything without waiting. */
  endAtOnce(): void;
  source?: ExitingSource;
}

/**
 * The first signal stops in order: exit code 0, or 1 when the stop fails. A signal over a second later exits at once
 * with 1.
 */
export function stopOnSignals({ stop, endAtOnce, source = process, now }: Shutdown): void {
  onStopSignals({
    source,
    ...(now && { now }),
    first(signal) {
      stop(signal).then(
        () => source.exit(0),
        () => source.exit(1),
      );
    },
    again() {
      endAtOnce();
      source.exit(1);
    },
  });
}
