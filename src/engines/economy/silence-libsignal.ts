import type { SocketConfig } from 'baileys';
import type { Log } from '../../lib/log.ts';

/** libsignal prints whole sessions to the console, private ratchet keys included. Called before the client is used. */
export function silenceSignalLogs(): void {
  const drop = () => {};
  Object.assign(console, { log: drop, info: drop, warn: drop, error: drop, debug: drop });
}

/** The client's own logger: only the fixed words of warnings and errors pass, never what they are about. */
export function clientLogger(log: Log, deviceUuid: string): SocketConfig['logger'] {
  const pass = (subject: unknown, words?: string) => {
    const text = typeof subject === 'string' ? subject : words;
    if (text) log.debug({ deviceUuid, said: text.replace(/\d{4,}/g, '#').slice(0, 200) }, 'economy.client');
  };
  const drop = () => {};
  const logger: SocketConfig['logger'] = {
    level: 'silent',
    child: () => logger,
    trace: drop,
    debug: drop,
    info: drop,
    warn: pass,
    error: pass,
  };
  return logger;
}
