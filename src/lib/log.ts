import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'isLevelEnabled'>;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** In `detail` and `where`, PostgreSQL quotes the row that it refused. */
const SECRETS = ['authorization', 'secret', 'token', 'api_key', 'password', 'qr', 'body', 'detail', 'where'];
const SECRET_PATHS = SECRETS.flatMap((name) => [name, `*.${name}`]);

/** Stdout belongs to the output of commands. */
export function createLog(
  level: LogLevel,
  name: string,
  destination: pino.DestinationStream = pino.destination({ dest: 2, sync: true }),
): Log {
  return pino(
    {
      level,
      base: { name },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}

export const silentLog: Log = pino({ level: 'silent' });
