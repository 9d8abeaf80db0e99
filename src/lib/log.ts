import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'isLevelEnabled'>;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Never logged, whatever object they hang on. */
const SECRET_PATHS = ['authorization', 'secret', 'token', 'api_key', 'password', 'qr', 'body'].flatMap(
  (name) => [name, `*.${name}`],
);

/** JSON lines on stderr, so that stdout belongs to what a command answers. */
export function createLog(level: LogLevel, name: string): Log {
  return pino(
    {
      level,
      base: { name },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

export const silentLog: Log = pino({ level: 'silent' });
