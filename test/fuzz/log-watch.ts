import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Log } from '../../src/platform/lib/log.ts';

/** A whole API key, a webhook secret or an access token of a provider. */
const SECRETS =
  /kurir_[0-9A-Za-z]{11}_[0-9A-Za-z]{27}|(?<![0-9A-Za-z])[0-9A-Za-z]{48}(?![0-9A-Za-z])|EAA[0-9A-Za-z]{12}/;
const ERROR_LEVEL = 50;

export interface LogWatch {
  log: Log;
  /** Number of lines. */
  lines(): number;
  /** The first lines with a secret or an unexpected error. */
  findings(): { promise: string; detail: string }[];
}

/** A debug log that keeps only faulty lines. */
export function watchLog(): LogWatch {
  const found = new Map<string, string>();
  let lines = 0;
  const stream = new Writable({
    write(chunk, _encoding, done) {
      const line = String(chunk);
      lines += 1;
      if (SECRETS.test(line)) found.set('no line of the log shows a secret', line);
      else if (JSON.parse(line).level >= ERROR_LEVEL) found.set('nothing is logged as an error', line);
      done();
    },
  });
  return {
    log: pino({ level: 'debug' }, stream),
    lines: () => lines,
    findings: () => [...found].map(([promise, detail]) => ({ promise, detail })),
  };
}
