import { CommandError, EXIT_CODES } from '../../lib/command.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];
/** A terminal signals the whole process group, and the launcher forwards the signal too. Both are one request. */
const SAME_REQUEST_MS = 1_000;
/** Longer than an orderly stop of PostgreSQL. */
const CLEAN_UP_MS = 8_000;

/**
 * Runs the work of a command. A signal aborts `signal`: the work then closes what it has opened and throws
 * CommandError. A second signal ends the process at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController();
  let askedAt: number | null = null;
  const onSignal = (name: Signal) => {
    const problem = interruption(name);
    if (askedAt === null) {
      askedAt = performance.now();
      asked.abort(problem);
      setTimeout(() => process.exit(EXIT_CODES[problem.kind]), CLEAN_UP_MS).unref();
    } else if (performance.now() - askedAt > SAME_REQUEST_MS) {
      process.exit(EXIT_CODES[problem.kind]);
    }
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(asked.signal);
  } catch (error) {
    // An error of the clean-up has the signal as its cause.
    throw asked.signal.aborted ? asked.signal.reason : error;
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

/** The result of the promise, unless the signal comes first. */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject);
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function interruption(name: Signal): CommandError {
  return name === 'SIGINT'
    ? new CommandError('Interrupted.', 'interrupted')
    : new CommandError(`Ended by ${name}.`, 'terminated');
}
