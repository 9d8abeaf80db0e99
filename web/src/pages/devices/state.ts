import type { Device } from './queries.ts';

const RECONNECTS: ReadonlySet<string> = new Set([
  'connection_lost',
  'connection_timed_out',
  'server_error',
  'server_unavailable',
  'temporarily_banned',
]);

/** Kurir reconnects the device by itself, so another pairing would lose a working pairing. */
export const reconnects = ({ status, reason }: Device) =>
  status === 'disconnected' && reason !== null && RECONNECTS.has(reason);

/** Why a pairing shows no code: Kurir does not reach the network, or the network asks for a passkey. */
export const explainsWait = (reason: string | null): reason is string =>
  reason?.startsWith('network_') === true ||
  reason === 'connection_timed_out' ||
  reason === PASSKEY_REQUIRED ||
  reason === MOVING_IN;

/** While an imported session connects, if the network gives no other reason. */
export const MOVING_IN = 'moving_in';

/** The code on the screen is over. */
export const PASSKEY_REQUIRED = 'passkey_required';

/** What to type before a release: the label, or the number when the label is too long to type. */
export function wordOf({ label, phone_number }: Device): string {
  const word = label.trim();
  return word.length <= 40 && word !== '' ? word : (phone_number ?? [...word].slice(0, 8).join('').trim());
}

const NEXT_MS = 1_000;
const RENEW_MS = 15_000;
/** The gateway serves no QR with less time left. */
const LEAST_MS = 10_000;

/** Milliseconds until the next call for a QR: soon without one, else before the shown one expires. */
export function nextQrMs(leftMs: number | null): number {
  if (leftMs === null) return NEXT_MS;
  return Math.max(NEXT_MS, Math.min(RENEW_MS, leftMs - LEAST_MS));
}

/** The official provider's words in an error of the gateway, and what they mean for people. */
export function refusalOf(message: string): { kind: 'unreachable' | 'banned' | 'refused'; words: string } {
  if (/could not be reached/.test(message)) return { kind: 'unreachable', words: '' };
  if (/has banned this number/.test(message)) return { kind: 'banned', words: '' };
  return { kind: 'refused', words: message.replace(/^The provider did not accept the credentials: /, '') };
}
