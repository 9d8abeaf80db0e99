import { codeOf } from '../error-code.ts';

/**
 * 08 connection, 53 resources, 57P shutdown, 58 system, 25006 standby, 25P03 idle transaction. 40001 and 40P01 lost to
 * another statement.
 */
const UNAVAILABLE_STATES = /^(08|53|57P|58|25006|25P03|40001|40P01)/;
const UNAVAILABLE_ERRNO = new Set([
  // The queue of the socket is full.
  'EAGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable/;

/** Another transaction came first. Repeat the whole transaction. */
export class Conflict extends Error {
  override name = 'Conflict';
  readonly code = '40001';
  readonly severity = 'ERROR';
}

export const DISK_FULL = '53100';
const DISK_FULL_CODES = new Set([DISK_FULL, 'ENOSPC', 'EDQUOT']);

/** True when a retry can succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // The socket of a stopped server.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return UNAVAILABLE_ERRNO.has(code) || UNAVAILABLE_STATES.test(code) || UNAVAILABLE_TEXT.test(error.message);
}

/** Of the database, or of this machine. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDiskFull);
  return DISK_FULL_CODES.has(codeOf(error)) || isOutOfFiles(error);
}

export const NO_SPACE = /No space left on device|Disk quota exceeded/;

/** PostgreSQL creates no temporary file: a full disk, or one without inodes. The server gives it no code. */
export function isOutOfFiles(error: unknown): boolean {
  return codeOf(error) === 'XX000' && error instanceof Error && NO_SPACE.test(error.message);
}
