import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { atMostAtOnce } from './at-most-at-once.ts';
import { isCommonPassword } from './common-passwords.ts';

/** In characters after normalization. */
const MIN_PASSWORD = 10;
const MAX_PASSWORD = 200;

interface Cost {
  /** In KiB. */
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP's second recommendation for Argon2id. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Each takes 19 MiB and a thread of Node's pool. */
const AT_ONCE = 2;
/** About a second of work. */
const MAX_WAITING = 50;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/;
const derive = promisify(argon2);

/** One per process. */
export interface Passwords {
  /** PHC form. ApiError service_unavailable: too many wait. */
  hash(password: string): Promise<string>;
  /** A null hash takes as long. ApiError service_unavailable: too many wait. */
  verify(password: string, hash: string | null): Promise<boolean>;
}

export function openPasswords({ randomBytes }: Pick<Context, 'randomBytes'>): Passwords {
  const enter = atMostAtOnce(AT_ONCE, MAX_WAITING, () => new ApiError('service_unavailable', BUSY));
  const unknown = { cost: COST, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  const tagOf = (password: string, { cost, salt }: Pick<Stored, 'cost' | 'salt'>, bytes: number) =>
    enter(() => derive('argon2id', { message: normalize(password), nonce: salt, tagLength: bytes, ...cost }));

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return write({ cost: COST, salt, tag: await tagOf(password, { cost: COST, salt }, TAG_BYTES) });
    },
    async verify(password, hash) {
      const stored = (hash === null ? null : read(hash)) ?? unknown;
      const tag = await tagOf(password, stored, stored.tag.length);
      return timingSafeEqual(tag, stored.tag) && stored !== unknown;
    },
  };
}

const BUSY = 'Too many people log in at this moment. Try again after the seconds in Retry-After.';

/** A log-in then stores the password at the present cost. */
export function isOutdated(hash: string): boolean {
  const { cost } = read(hash) ?? {};
  return cost?.memory !== COST.memory || cost.passes !== COST.passes || cost.parallelism !== COST.parallelism;
}

/** A text after the name of the field. Null: usable. */
export function passwordProblem(password: string, user: { email: string; name: string }): string | null {
  const text = normalize(password);
  const length = [...text].length;
  if (length < MIN_PASSWORD) return `must have at least ${MIN_PASSWORD} characters`;
  if (length > MAX_PASSWORD) return `must have at most ${MAX_PASSWORD} characters`;
  const lower = text.toLowerCase();
  const own = [user.email, user.email.replace(/@.*$/, ''), user.name].map((each) =>
    normalize(each).toLowerCase(),
  );
  if (own.includes(lower)) return 'must not be the e-mail or the name';
  return isCommonPassword(lower) ? 'is one of the most common passwords' : null;
}

/** Keyboards write one character in several ways. */
const normalize = (text: string) => text.normalize('NFKC');

interface Stored {
  cost: Cost;
  salt: Buffer;
  tag: Buffer;
}

function write({ cost: { memory, passes, parallelism }, salt, tag }: Stored): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

function read(hash: string): Stored | null {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return null;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
