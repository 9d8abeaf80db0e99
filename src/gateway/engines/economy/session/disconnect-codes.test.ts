import { expect, test } from 'vitest';
import { type Ending, judgeEnding, LOGIN_TRIES_AFTER_PAIRING } from './disconnect-codes.ts';

const ending = (change: Partial<Ending>): Ending => ({
  code: 428,
  isFromServer: true,
  isPaired: true,
  isPasskeyAsked: false,
  pairingEnd: null,
  unreached: null,
  refusedSincePairing: null,
  ...change,
});

test.each([
  [401, 'logged_out', 'logged_out'],
  [402, 'back_off', 'temporarily_banned'],
  [403, 'banned', 'banned'],
  [405, 'next_version', 'client_outdated'],
  [406, 'banned', 'banned'],
  [408, 'back_off', 'connection_timed_out'],
  [409, 'next_version', 'client_refused'],
  [411, 'stop', 'multi_device_missing'],
  [418, 'back_off', 'connection_lost'],
  [428, 'back_off', 'connection_lost'],
  [440, 'stop', 'connected_elsewhere'],
  [500, 'back_off', 'server_error'],
  [503, 'back_off', 'server_unavailable'],
  [999, 'back_off', 'connection_lost'],
])('code %i of the server for a paired device: %s, %s', (code, action, reason) => {
  expect(judgeEnding(ending({ code }))).toEqual({ action, reason });
});

test('515 restarts at once', () => {
  expect(judgeEnding(ending({ code: 515 }))).toEqual({ action: 'restart' });
  expect(judgeEnding(ending({ code: 515, isPaired: false }))).toEqual({ action: 'restart' });
});

test.each([401, 403, 405, 406, 440, 515])(
  '%i from a proxy instead of the server is a broken connection',
  (code) => {
    expect(judgeEnding(ending({ code, isFromServer: false }))).toEqual({
      action: 'back_off',
      reason: 'connection_lost',
    });
  },
);

test('408 is a broken connection, unless the pairing has ended by itself', () => {
  const lost = { action: 'back_off', reason: 'connection_timed_out' };
  const unpaired = { code: 408, isFromServer: false, isPaired: false };

  expect(judgeEnding(ending({ ...unpaired, pairingEnd: 'qr_expired' }))).toEqual({
    action: 'pairing_ended',
    reason: 'qr_expired',
  });
  expect(judgeEnding(ending(unpaired))).toEqual(lost);
  expect(judgeEnding(ending({ code: 408, isFromServer: false }))).toEqual(lost);
});

test('401 before the first login since the scan causes more attempts, then it is a logout', () => {
  const judge = (refusedSincePairing: number) =>
    judgeEnding(ending({ code: 401, refusedSincePairing })).action;

  expect(judge(1)).toBe('back_off');
  expect(judge(LOGIN_TRIES_AFTER_PAIRING - 1)).toBe('back_off');
  expect(judge(LOGIN_TRIES_AFTER_PAIRING)).toBe('logged_out');
});

test('an unpaired device cannot be logged out', () => {
  expect(judgeEnding(ending({ code: 401, isPaired: false }))).toEqual({
    action: 'back_off',
    reason: 'pairing_refused',
  });
});
