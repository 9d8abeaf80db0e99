import { LRUCache } from 'lru-cache';
import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { Tx } from '../../../platform/lib/db/db.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { codeOf } from '../../../platform/lib/error-code.ts';
import { KeyedSlots } from '../../../platform/lib/keyed-slots.ts';
import { toDirection } from './direction.ts';
import * as pgvector from './pgvector-store.ts';
import { scheduleRenewal } from './renewal-due.ts';
import * as store from './store.ts';
import type { Near } from './vector-index.ts';

type Parts = Pick<Context, 'db' | 'log' | 'now'>;

/** The first version with halfvec. */
const MIN_MINOR = 7;
/** Per process: an account leaves connections to others. */
const SEARCHES = { total: 2, perKey: 1 };
/** Behind other questions of the account. */
const MAX_WAIT_MS = 5 * SECOND;
const MAX_SEARCH_MS = 2 * SECOND;
/** About 0.2 s. */
const PAGE = 500;
const COPY_STEP_MS = 10 * SECOND;
/** Accounts whose search failed are searched in the process meanwhile. */
const RETRY_MS = 10 * MINUTE;
/** SQLSTATEs of something that is gone. */
const GONE = /^42/;
const MAX_ACCOUNTS = 10_000;
const DATABASE = 'database';

/** For large accounts: the database compares. */
export class Pgvector {
  readonly #parts: Parts;
  readonly #minNumbers: number;
  readonly #searches = new KeyedSlots(SEARCHES);
  readonly #copies = new KeyedSlots({ total: 1, perKey: 1 });
  readonly #offered = new LRUCache<typeof DATABASE, boolean>({ max: 1, ttl: RETRY_MS });
  readonly #failed = new LRUCache<number, true>({ max: MAX_ACCOUNTS, ttl: RETRY_MS });
  readonly #wanted = new LRUCache<number, true>({ max: MAX_ACCOUNTS, ttl: RETRY_MS });
  #noted = '';

  constructor(parts: Parts, minNumbers: number) {
    this.#parts = parts;
    this.#minNumbers = minNumbers;
  }

  /** Best first. Empty: too many wait. Null: search in the process. */
  async nearest(
    accountId: number,
    { model, vector, limit }: { model: string; vector: readonly number[]; limit: number },
  ): Promise<Near[] | null> {
    if (this.#failed.has(accountId)) return null;
    const numbers = [...new Int8Array(toDirection(vector))];
    const search = () =>
      this.#parts.db.transaction(async (tx) => {
        await pgvector.limitTime(tx, { ms: MAX_SEARCH_MS });
        return pgvector.search(tx, accountId, { model, numbers, limit });
      });
    try {
      const found = await this.#searches.run(accountId, AbortSignal.timeout(MAX_WAIT_MS), search);
      return found?.length === 0 ? null : (found ?? []);
    } catch (error) {
      this.#failed.set(accountId, true);
      this.#parts.log.warn({ err: error, accountId }, 'pgvector.search_failed');
      if (GONE.test(codeOf(error))) await pgvector.forgetCopy(this.#parts.db, { accountId });
      return null;
    }
  }

  /** The worker copies it. */
  async wantCopy(accountId: number): Promise<void> {
    if (this.#wanted.has(accountId) || !(await this.#isOffered())) return;
    this.#wanted.set(accountId, true);
    await this.#parts.db.transaction((tx) => scheduleRenewal(tx, accountId, this.#parts.now()));
  }

  /** False: call it again. */
  async renewCopy(accountId: number, signal: AbortSignal): Promise<boolean> {
    const { db, log } = this.#parts;
    const book = await store.findBook(db, { accountId });
    if (!book || book.pgvector_revision === book.revision) return true;
    try {
      const isLarge = (await pgvector.countNumbers(db, accountId)) >= this.#minNumbers;
      if (isLarge && (await this.#isOffered())) {
        const copy = () => this.#copy(accountId, book.revision, signal);
        return (await this.#copies.run(accountId, signal, copy)) ?? true;
      }
      if (book.pgvector_revision !== null) await this.#remove(accountId);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ err: error, accountId }, 'pgvector.copy_failed');
      this.#offered.clear();
      if (GONE.test(codeOf(error))) await pgvector.forgetCopy(db, { accountId });
    }
    return true;
  }

  /** Locks the book: a later change begins again. */
  async #copy(accountId: number, revision: number, signal: AbortSignal): Promise<boolean> {
    const { db } = this.#parts;
    const end = performance.now() + COPY_STEP_MS;
    const page = <T>(work: (tx: Tx) => Promise<T>) =>
      db.transaction(async (tx) => ((await pgvector.beginCopy(tx, accountId, revision)) ? work(tx) : null));
    await page((tx) => pgvector.deleteStale(tx, { accountId }));
    for (let last: pgvector.Place = { kind: '', item_id: '' }; ; ) {
      const copied = await page((tx) => pgvector.copyVectors(tx, accountId, last, PAGE));
      if (copied === null) return true;
      if (copied.length < PAGE) break;
      if (signal.aborted || performance.now() > end) return false;
      last = copied.at(-1) ?? last;
    }
    await pgvector.finishCopy(db, { accountId, revision });
    return true;
  }

  async #remove(accountId: number): Promise<void> {
    await this.#parts.db.transaction(async (tx) => {
      await pgvector.deleteCopy(tx, { accountId });
      await pgvector.forgetCopy(tx, { accountId });
    });
  }

  /** Not remembered without an answer of the database. */
  async #isOffered(): Promise<boolean> {
    const known = this.#offered.get(DATABASE);
    if (known !== undefined) return known;
    const isOffered = await this.#prepare();
    this.#offered.set(DATABASE, isOffered);
    return isOffered;
  }

  async #prepare(): Promise<boolean> {
    const { db } = this.#parts;
    const version = await pgvector.findVersion(db);
    if (version === undefined) return this.#note('not_available', {});
    if (isOld(version)) return this.#note('too_old', { version });
    try {
      await pgvector.prepareTable(db);
      return this.#note('used', { version });
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      return this.#note('refused', { version, err: error });
    }
  }

  #note(outcome: 'used' | 'not_available' | 'too_old' | 'refused', details: object): boolean {
    const isUsed = outcome === 'used';
    if (outcome !== this.#noted) {
      if (isUsed) this.#parts.log.info(details, 'pgvector.used');
      else this.#parts.log.info({ reason: outcome, ...details }, 'pgvector.not_used');
    }
    this.#noted = outcome;
    return isUsed;
  }
}

function isOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major === 0 && minor < MIN_MINOR;
}
