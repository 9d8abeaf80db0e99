import type { Restriction } from '../../engine.ts';

/**
 * - transient: back-off. brief: two retries.
 * - app_rate, number_rate, restricted: the device waits.
 * - pair_rate: this recipient waits.
 * - token: invalid, or without a permission. number: not registered.
 * - permanent: no retry can succeed.
 */
export type ErrorClass =
  | 'transient'
  | 'brief'
  | 'app_rate'
  | 'number_rate'
  | 'pair_rate'
  | 'restricted'
  | 'token'
  | 'number'
  | 'ban'
  | 'permanent';

export interface ProviderError {
  code: number;
  subcode: number | null;
  title: string;
  details: string | null;
}

export const NO_REASON = 'The provider gave no reason.';

const RESTRICTIONS: ReadonlyMap<number, Restriction> = new Map([
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
  ['restricted', [...RESTRICTIONS.keys()]],
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
/** Payments, and the marketing API. */
const MARKETING = { first: 134_100, last: 134_199 };
/** Of code 100: the token cannot see the object. */
const OBJECT_MISSING = 33;

const TEMPORARY: readonly ErrorClass[] = ['transient', 'brief', 'app_rate', 'number_rate'];

/** The status decides unknown codes: throttled calls mostly have 400. */
export function classOf(
  { code, subcode }: Pick<ProviderError, 'code' | 'subcode'>,
  status: number,
): ErrorClass {
  if (code === 100 && subcode === OBJECT_MISSING) return 'token';
  if (isWithin(code, PERMISSIONS)) return 'token';
  if (isWithin(code, MARKETING)) return 'permanent';
  return CLASSES.get(code) ?? (status >= 500 ? 'transient' : 'permanent');
}

export const isTemporary = (kind: ErrorClass): boolean => TEMPORARY.includes(kind);

export function restrictionBy(code: number): Restriction | null {
  return RESTRICTIONS.get(code) ?? null;
}

export function textOf({ title, details }: ProviderError): string {
  return details === null || details === title ? title : `${title}: ${details}`;
}

const isWithin = (code: number, { first, last }: { first: number; last: number }) =>
  code >= first && code <= last;
