/** What a session does after its connection ended. */
export type Verdict =
  /** Reconnect at once with the credentials just stored. */
  | { action: 'restart' }
  | { action: 'back_off'; reason: string }
  /** Try the next client version, after a wait. */
  | { action: 'next_version'; reason: string }
  /** The pairing is void: erase the store. */
  | { action: 'logged_out'; reason: string }
  | { action: 'banned'; reason: string }
  /** Stop without touching the credentials. */
  | { action: 'stop'; reason: string }
  | { action: 'pairing_expired' };

export interface Ending {
  /** The code the client gives: the server's own, or one it made up for a failure of the line. */
  code: number;
  /** True when the server said it in a stanza of its own. A proxy's HTTP 401 or 403 is no verdict on the account. */
  spoken: boolean;
  /** True when the device has been paired. */
  paired: boolean;
  /** True when a pairing code had been shown. */
  codeShown: boolean;
  /** Logins refused with 401 since the scan, when none has succeeded yet. */
  refusedSincePairing: number | null;
}

/** The first login after a scan may come before the server knows the pairing everywhere. */
export const LOGIN_TRIES_AFTER_PAIRING = 4;

type Action = Exclude<Verdict['action'], 'pairing_expired'>;

/** What the server says, by code. Anything else is a failure of the line: back off. */
const SPOKEN_CODES: Readonly<Record<number, readonly [action: Action, reason: string]>> = {
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

const LINE_CODES: Readonly<Record<number, string>> = {
  408: 'connection_timed_out',
  428: 'connection_lost',
};

/** The one place that says what the end of a connection means. */
export function judgeEnding(ending: Ending): Verdict {
  if (!ending.paired && ending.code === 408 && ending.codeShown) return { action: 'pairing_expired' };
  const spoken = ending.spoken ? SPOKEN_CODES[ending.code] : undefined;
  if (spoken === undefined)
    return { action: 'back_off', reason: LINE_CODES[ending.code] ?? 'connection_lost' };
  const [action, reason] = spoken;
  if (action === 'logged_out' && !ending.paired) return { action: 'back_off', reason: 'pairing_refused' };
  if (action === 'logged_out' && (ending.refusedSincePairing ?? Infinity) < LOGIN_TRIES_AFTER_PAIRING) {
    return { action: 'back_off', reason: 'login_refused_after_pairing' };
  }
  return action === 'restart' ? { action } : { action, reason };
}
