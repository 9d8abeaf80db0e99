import { pino } from 'pino';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'isLevelEnabled'>;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Never logged, whatever object they hang on. In `detail` and `where` an error of the database quotes the row that it refused. */
const SECRETS = ['authorization', 'secret', 'token', 'api_key', 'password', 'qr', 'body', 'detail', 'where'];
const SECRET_PATHS = SECRETS.flatMap((name) => [name, `*.${name}`]);

/** JSON lines on stderr, unless they go elsewhere, so that stdout belongs to what a command answers. */
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
