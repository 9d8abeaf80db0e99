import type { WriteStream } from 'node:tty';
import { pino } from 'pino';
import { isDatabaseUnavailable, isDiskFull } from './db/unavailable.ts';
import { diskFullLines } from './disk-full-lines.ts';
import { readableLog } from './terminal/readable-log.ts';

export type Log = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error' | 'child' | 'isLevelEnabled'>;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';
/** `auto`: readable on terminals, else JSON. */
export type LogFormat = 'auto' | 'json' | 'readable';

/** PostgreSQL quotes rows in `detail` and `where`. */
const SECRETS = ['authorization', 'secret', 'token', 'api_key', 'password', 'qr', 'body', 'detail', 'where'];
const SECRET_PATHS = SECRETS.flatMap((name) => [name, `*.${name}`]);

const MAX_UNWRITTEN = 1024 * 1024;

export interface LogOptions {
  format?: LogFormat;
  destination?: pino.DestinationStream;
  terminal?: Pick<WriteStream, 'hasColors'> | null;
}

/** Stdout belongs to commands. */
export function createLog(level: LogLevel, name: string, options: LogOptions = {}): Log {
  const { format = 'auto', terminal = process.stderr.isTTY ? process.stderr : null } = options;
  const sink = options.destination ?? openStderr();
  const isReadable = format === 'readable' || (format === 'auto' && terminal !== null);
  const destination = isReadable ? readableLog(sink, { colors: terminal?.hasColors() ?? false }) : sink;
  return pino(
    {
      level,
      base: { name },
      redact: { paths: SECRET_PATHS, censor: '[secret]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { logMethod: diskFullLines() },
    },
    destination,
  );
}

/** A full disk must not end the gateway. */
function openStderr(): pino.DestinationStream {
  const sink = pino.destination({ dest: 2, sync: true, maxLength: MAX_UNWRITTEN });
  sink.on('error', () => {});
  return sink;
}

function describeError(error: unknown): unknown {
  const isExpected = error instanceof Error && (isDatabaseUnavailable(error) || isDiskFull(error));
  if (!isExpected) return error instanceof Error ? pino.stdSerializers.err(error) : error;
  const { name, message } = error;
  return { type: name, message, ...('code' in error && { code: error.code }) };
}

export const silentLog: Log = pino({ level: 'silent' });
