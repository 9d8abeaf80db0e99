import { codeOf } from '../error-code.ts';

/**
 * SQLSTATEs of a database that is unavailable or becomes unavailable:
 * - 08 connection, 53 resources, 57P shutdown, 58 system
 * - 25006 a standby without writes, 25P03 a transaction that was idle for too long
 * - 40001 and 40P01 a statement that lost to another one, and succeeds when it is repeated
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
const UNAVAILABLE_TEXT = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

/** Another transaction came first. The whole transaction succeeds when it is repeated. */
export class Conflict extends Error {
  override name = 'Conflict';
  readonly code = '40001';
  /** As on errors of the database. */
  readonly severity = 'ERROR';
}

/** SQLSTATE of a full disk. */
export const DISK_FULL = '53100';
const DISK_FULL_CODES = new Set([DISK_FULL, 'ENOSPC', 'EDQUOT']);

/** True when the statement failed because the database is unavailable, so that a retry can succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // The socket of a server that is not running.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return UNAVAILABLE_ERRNO.has(code) || UNAVAILABLE_STATES.test(code) || UNAVAILABLE_TEXT.test(error.message);
}

/** Of the database, or of this machine. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDiskFull);
  return DISK_FULL_CODES.has(codeOf(error));
}
