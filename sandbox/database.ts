import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

interface Waiter {
  done(): void;
  failed(error: Error): void;
}

/**
 * SQLite with group commit: the writes of one event loop turn share a transaction. It survives kill -9, but
 * no power cut.
 */
export class Database {
  #sqlite: DatabaseSync;
  #statements = new Map<string, StatementSync>();
  #waiters: Waiter[] = [];
  #open = false;

  /** Throws when another process uses the file. */
  constructor(file: string) {
    this.#sqlite = new DatabaseSync(file, { timeout: 1000 });
    try {
      this.#sqlite.exec(
        `pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;
         begin immediate; commit`,
      );
    } catch (error) {
      this.#sqlite.close();
      const inUse = error instanceof Error && error.message.includes('locked');
      throw inUse ? new Error(`another sandbox process is using ${file}`) : error;
    }
  }

  /** Runs `work` in a savepoint, committed at the end of the turn. `work` must not await. */
  write<T>(work: () => T): T {
    if (!this.#open) {
      this.#sqlite.exec('begin immediate');
      this.#open = true;
      setImmediate(() => this.flush());
    }
    this.#sqlite.exec('savepoint step');
    try {
      const result = work();
      this.#sqlite.exec('release step');
      return result;
    } catch (error) {
      this.#sqlite.exec('rollback to step; release step');
      throw error;
    }
  }

  /** Calls `done` after the commit, in order of the calls. */
  afterCommit(done: () => void, failed: (error: Error) => void): void {
    if (this.#open) this.#waiters.push({ done, failed });
    else done();
  }

  committed(): Promise<void> {
    return new Promise((resolve, reject) => this.afterCommit(resolve, reject));
  }

  define(schema: string): void {
    this.#sqlite.exec(schema);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** The caller names the row type beside its SQL. */
  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    const row = this.#prepare(sql).get(...values);
    return row && (withBuffers(row) as Row);
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql)
      .all(...values)
      .map((row) => withBuffers(row) as Row);
  }

  close(): void {
    this.flush();
    this.#sqlite.close();
  }

  flush(): void {
    if (!this.#open) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    this.#open = false;
    try {
      this.#sqlite.exec('commit');
    } catch (cause) {
      if (this.#sqlite.isTransaction) this.#sqlite.exec('rollback');
      const error = new Error('the sandbox store could not commit', { cause });
      for (const waiter of waiters) waiter.failed(error);
      return;
    }
    for (const waiter of waiters) waiter.done();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#sqlite.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** libsignal requires Buffers. */
function withBuffers(row: Record<string, SQLOutputValue>): Record<string, unknown> {
  const result: Record<string, unknown> = row;
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) result[name] = Buffer.from(value.buffer, value.byteOffset, value.length);
  }
  return result;
}
