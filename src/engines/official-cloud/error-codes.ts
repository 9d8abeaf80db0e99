import type { Restriction } from '../engine.ts';

/**
 * What an error of the provider means for us.
 * - transient: may pass; tried again with back-off.
 * - brief: passes soon or not at all; tried again twice.
 * - app_rate, number_rate: too much for the app or account, or for the number: all of the device waits.
 * - pair_rate: too much for this recipient: all that is meant for it waits.
 * - held: the number may not send for a while, until somebody does something about it: all of the device waits.
 * - token: the access token is dead, or may not do this any more.
 * - number: the number is not there any more.
 * - ban: the account is restricted or locked.
 * - permanent: this message will never work.
 */
export type ErrorClass =
  | 'transient'
  | 'brief'
  | 'app_rate'
  | 'number_rate'
  | 'pair_rate'
  | 'held'
  | 'token'
  | 'number'
  | 'ban'
  | 'permanent';

/** An error as the provider puts it. */
export interface ProviderError {
  code: number;
  subcode: number | null;
  title: string;
  details: string | null;
}

/** In place of words that the provider does not find. */
export const NO_REASON = 'The provider gave no reason.';

/** Why a number is held back, by code. */
const HELD: ReadonlyMap<number, Restriction> = new Map([
  [131048, 'spam'],
  [131064, 'templates'],
  [131042, 'payment'],
  [131037, 'display_name'],
]);

const CODES: readonly (readonly [ErrorClass, readonly number[]])[] = [
  ['transient', [2, 131000, 131016, 131057, 133004]],
  ['brief', [1]],
  ['app_rate', [4, 17, 80007]],
  ['number_rate', [130429]],
  ['pair_rate', [131056]],
  ['held', [...HELD.keys()]],
  ['token', [0, 3, 10, 102, 104, 190, 131005]],
  ['number', [33, 803, 131045, 133010]],
  ['ban', [368, 131031]],
  ['permanent', [100, 130403, 130472, 130497, 131008, 131009, 131021, 131026, 131030, 131047, 131049]],
  ['permanent', [131050, 131051, 131052, 131053, 131062, 131063, 134011, 135000]],
  ['permanent', [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 132068, 132069]],
];

const CLASSES: ReadonlyMap<number, ErrorClass> = new Map(
  CODES.flatMap(([kind, codes]) => codes.map((code) => [code, kind] as const)),
);
/** Missing permissions of the Graph API. */
const PERMISSIONS = { first: 200, last: 299 };
/** Payments, and messages of the marketing API. */
const MARKETING = { first: 134_100, last: 134_199 };
/** With code 100: the object is not there for this token. */
const OBJECT_MISSING = 33;

/** By the provider's code; the HTTP status (throttles are mostly 400) counts only for codes that nobody knows. */
export function classOf(
  { code, subcode }: Pick<ProviderError, 'code' | 'subcode'>,
  status: number,
): ErrorClass {
  if (code === 100 && subcode === OBJECT_MISSING) return 'token';
  if (isWithin(code, PERMISSIONS)) return 'token';
  if (isWithin(code, MARKETING)) return 'permanent';
  return CLASSES.get(code) ?? (status >= 500 ? 'transient' : 'permanent');
}

/** Why the number that got this code is held back; null when it is not. */
export function restrictionBy(code: number): Restriction | null {
  return HELD.get(code) ?? null;
}

const isWithin = (code: number, { first, last }: { first: number; last: number }) =>
  code >= first && code <= last;

/** The text for whoever reads the message's record: what the provider says, and what it adds. */
export function textOf({ title, details }: ProviderError): string {
  return details === null || details === title ? title : `${title}: ${details}`;
}
