import { statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { ROOT } from './place.js';

/** A timeout is none of them: a slow registry may answer the next time. */
const NETWORK_CODES = [
  'EAI_AGAIN',
  'ENOTFOUND',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
];
const MEGABYTE = 1_000_000;
const FULL_MEGABYTES = 2;

/** One line that says what to do, for the output of a failed `npm ci`. */
export function explainFailure(code, output) {
  if (isNetworkProblem(output)) return unreachable(output);
  const place = /^npm (?:error|ERR!) path (.+)$/m.exec(output)?.[1] ?? ROOT;
  return explainFolder(codeIn(output), place) ?? `npm failed with code ${code}; its output stands above`;
}

/** For an error of a file system; undefined for other codes. */
export function explainFolder(reason, place) {
  if (reason === 'ENOSPC' || reason === 'EDQUOT') return diskFull();
  if (reason === 'EROFS') return `${place} is read-only, so the packages cannot be installed`;
  if (reason !== 'EACCES' && reason !== 'EPERM') return undefined;
  const folder = place.startsWith(ROOT) ? ROOT : place;
  return (
    `${place} cannot be written by ${userName()}, so the packages cannot be installed. Start Kurir as the owner ` +
    `of the folder, or give it to this user: sudo chown -R ${userName()} '${folder}'`
  );
}

export function isNetworkProblem(output) {
  return NETWORK_CODES.includes(codeIn(output));
}

export function unreachable(output) {
  const registry = /request to (https?:\/\/[^/\s]+)/.exec(output)?.[1];
  const reason = /reason: (.*)/.exec(output)?.[1] ?? codeIn(output);
  return (
    `the npm registry${registry ? ` ${registry}` : ''} cannot be reached (${reason}). Kurir needs it once, to ` +
    'install its packages. Check the connection and the proxy (npm config get https-proxy). Then run the same ' +
    'command again.'
  );
}

/** npm tries on a full disk for minutes, and may end with code 0. */
export function isDiskFull() {
  return freeMegabytes() < FULL_MEGABYTES;
}

/** For this user. Infinity where the file system does not tell. */
export function freeMegabytes() {
  const { blocks, bavail, bsize } = statfsSync(ROOT);
  return blocks === 0 ? Number.POSITIVE_INFINITY : Math.floor((bavail * bsize) / MEGABYTE);
}

export function diskFull() {
  return (
    `the disk is full (${freeMegabytes()} MB are free at ${ROOT}). Free some space, also for the cache of npm, ` +
    'then run the same command again.'
  );
}

function codeIn(output) {
  return /^npm (?:error|ERR!) code (\w+)$/m.exec(output)?.[1] ?? /^ {2}code: '(\w+)'/m.exec(output)?.[1];
}

function userName() {
  try {
    return userInfo().username;
  } catch {
    // The user has no entry in /etc/passwd.
    return String(process.getuid());
  }
}
