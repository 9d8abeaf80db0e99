import { CommandError, EXIT_CODES } from '../../platform/lib/command.ts';
import { onStopSignals, type StopSignal } from './stop-signals.ts';

/** Longer than an orderly stop of PostgreSQL. */
const CLEAN_UP_MS = 8_000;

/**
 * A signal aborts `signal`: the work then closes what it has opened and throws CommandError. A second signal ends the
 * process at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController();
  const exit = (signal: StopSignal) => process.exit(EXIT_CODES[interruption(signal).kind]);
  const ignore = onStopSignals({
    first(signal) {
      asked.abort(interruption(signal));
      setTimeout(exit, CLEAN_UP_MS, signal).unref();
    },
    again: exit,
  });
  try {
    return await work(asked.signal);
  } catch (error) {
    // An error of the clean-up has the signal as its cause.
    throw asked.signal.aborted ? asked.signal.reason : error;
  } finally {
    ignore();
  }
}

/** Rejects at the signal. */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject);
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function interruption(name: StopSignal): CommandError {
  return name === 'SIGINT'
    ? new CommandError('Interrupted.', 'interrupted')
    : new CommandError(`Ended by ${name}.`, 'terminated');
}
