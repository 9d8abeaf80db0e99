import type { WriteStream } from 'node:tty';
import { pino } from 'pino';
import { SECOND } from './clock.ts';
import { isDatabaseUnavailable, isDiskFull } from './db/unavailable.ts';
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
  /** Called for each warning and error with its event. */
  onProblem?: OnProblem;
}

export type OnProblem = (level: 'warn' | 'error', event: string) => void;

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
      hooks: { logMethod: counted(diskFullLines(), options.onProblem) },
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

type LogMethod = NonNullable<NonNullable<pino.LoggerOptions['hooks']>['logMethod']>;

const WARN = 40;
const ERROR = 50;
const EVENT = /^[a-z_]{1,40}\.[a-z_.]{1,60}$/;

function counted(logMethod: LogMethod, onProblem?: OnProblem): LogMethod {
  if (!onProblem) return logMethod;
  return function logCounted(args, method, level) {
    const event: unknown = args[1];
    // Other texts are no events.
    if (level >= WARN && typeof event === 'string' && EVENT.test(event))
      onProblem(level >= ERROR ? 'error' : 'warn', event);
    logMethod.call(this, args, method, level);
  };
}

const ENDED_AFTER_MS = 15 * SECOND;
const LOOK_MS = SECOND;
const ADVICE = 'Free space. Until then requests get 503. Kurir goes on by itself.';

/** One line per full disk, because all requests and database errors follow it. */
export function diskFullLines(endedAfterMs = ENDED_AFTER_MS): LogMethod {
  let fullAt: number | null = null;
  let leftOut = 0;

  function begin(log: pino.Logger, error: Error): void {
    log.error({ reason: error.message, advice: ADVICE }, 'disk.full');
    const timer = setInterval(
      () => {
        if (fullAt === null || performance.now() - fullAt < endedAfterMs) return;
        clearInterval(timer);
        log.info({ left_out: leftOut }, 'disk.full_ended');
        fullAt = null;
        leftOut = 0;
      },
      Math.min(LOOK_MS, endedAfterMs),
    );
    timer.unref();
  }

  return function logMethod(args, method) {
    const error = errorIn(args[0]);
    const isFull = isDiskFull(error);
    if (error !== null && isFull && fullAt === null) begin(this, error);
    else if (fullAt !== null && (isFull || isDatabaseUnavailable(error))) leftOut += 1;
    else method.apply(this, args);
    if (isFull) fullAt = performance.now();
  };
}

function errorIn(fields: unknown): Error | null {
  const isEntry = typeof fields === 'object' && fields !== null && 'err' in fields;
  return isEntry && fields.err instanceof Error ? fields.err : null;
}
