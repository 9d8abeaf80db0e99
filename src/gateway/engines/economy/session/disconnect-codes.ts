import type { PairingEnd } from '../../engine.ts';
import type { ConnectionEnd } from '../connection/connection-end.ts';

export type NextStep =
  /** At once, with the new credentials. */
  | { action: 'restart' }
  | { action: 'back_off'; reason: string }
  /** After a back-off. */
  | { action: 'next_version'; reason: string }
  /** The session erases the store. */
  | { action: 'logged_out'; reason: string }
  | { action: 'banned'; reason: string }
  /** The session keeps the credentials. */
  | { action: 'stop'; reason: string }
  | { action: 'pairing_ended'; reason: PairingEnd };

export interface Ending
  extends Pick<ConnectionEnd, 'code' | 'isFromServer' | 'isPasskeyAsked' | 'pairingEnd' | 'unreached'> {
  isPaired: boolean;
  /** With 401 since the scan; null after a login. */
  refusedSincePairing: number | null;
}

/** A server part may not know a new pairing yet. */
export const LOGIN_TRIES_AFTER_PAIRING = 4;

type Action = Exclude<NextStep['action'], 'pairing_ended'>;

const SERVER_CODES: Readonly<Record<number, readonly [action: Action, reason: string]>> = {
  401: ['logged_out', 'logged_out'],
  402: ['back_off', 'temporarily_banned'],
  403: ['banned', 'banned'],
  405: ['next_version', 'client_outdated'],
  406: ['banned', 'banned'],
  409: ['next_version', 'client_refused'],
  411: ['stop', 'multi_device_missing'],
  440: ['stop', 'connected_elsewhere'],
  500: ['back_off', 'server_error'],
  503: ['back_off', 'server_unavailable'],
  515: ['restart', 'restart'],
};

const CONNECTION_CODES: Readonly<Record<number, string>> = {
  408: 'connection_timed_out',
  428: 'connection_lost',
};

/** Whether the server has not answered. */
export function hasNoAnswer(reason: string): boolean {
  return Object.values(CONNECTION_CODES).includes(reason) || reason.startsWith('network_');
}

export function judgeEnding(ending: Ending): NextStep {
  const { code, isPaired } = ending;
  if (!isPaired && ending.pairingEnd) return { action: 'pairing_ended', reason: ending.pairingEnd };
  // For paired devices a loss is mostly short, with one reason.
  if (!isPaired && ending.unreached) return { action: 'back_off', reason: ending.unreached };
  const known = ending.isFromServer ? SERVER_CODES[code] : undefined;
  if (known === undefined) return { action: 'back_off', reason: CONNECTION_CODES[code] ?? 'connection_lost' };
  const [action, reason] = known;
  if (action === 'logged_out' && !isPaired && ending.isPasskeyAsked)
    return { action: 'pairing_ended', reason: 'passkey_rejected' };
  if (action === 'logged_out' && !isPaired) return { action: 'back_off', reason: 'pairing_refused' };
  if (action === 'logged_out' && (ending.refusedSincePairing ?? Infinity) < LOGIN_TRIES_AFTER_PAIRING) {
    return { action: 'back_off', reason: 'login_refused_after_pairing' };
  }
  return action === 'restart' ? { action } : { action, reason };
}
