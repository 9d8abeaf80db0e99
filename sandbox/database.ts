import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

interface Waiter {
  done(): void;
  failed(error: Error): void;
}

const SCHEMA = `
  create table if not exists settings (name text primary key, value blob not null) strict, without rowid;

  create table if not exists phones (
    number text primary key,
    lid text not null unique,
    name text not null,
    registration_id integer not null,
    identity_private blob not null,
    identity_public blob not null,
    signed_key_private blob not null,
    signed_key_public blob not null,
    signed_key_signature blob not null,
    next_pre_key_id integer not null default 1,
    next_device_id integer not null default 1,
    line text not null default 'up' check (line in ('up', 'dropped', 'banned')),
    faults text not null default '{}'
  ) strict, without rowid;

  create table if not exists phone_pre_keys (
    number text not null, key_id integer not null, private blob not null, public blob not null,
    primary key (number, key_id)
  ) strict, without rowid;

  create table if not exists phone_sessions (
    number text not null, address text not null, record text not null,
    primary key (number, address)
  ) strict, without rowid;

  create table if not exists companions (
    number text not null,
    device_id integer not null,
    noise_key blob not null,
    registration_id integer not null,
    identity blob not null,
    signed_key_id integer not null,
    signed_key blob not null,
    signed_key_signature blob not null,
    welcomed integer not null default 0,
    primary key (number, device_id)
  ) strict, without rowid;

  create table if not exists companion_pre_keys (
    number text not null, device_id integer not null, key_id integer not null, public blob not null,
    primary key (number, device_id, key_id)
  ) strict, without rowid;

  create table if not exists queue (
    seq integer primary key,
    number text not null,
    device_id integer not null,
    class text not null,
    stanza_id text not null,
    stanza_type text not null,
    attempt integer not null,
    node blob not null
  ) strict;
  create index if not exists queue_of_companion on queue (number, device_id, stanza_id);

  create table if not exists messages (
    seq integer primary key,
    phone text not null,
    wa_message_id text not null,
    direction text not null check (direction in ('in', 'out')),
    peer text not null,
    sender_device integer not null,
    addressed_as text,
    type text,
    text text,
    content blob,
    at integer not null,
    copies integer not null default 1,
    read_at integer,
    unique (phone, wa_message_id, direction, peer)
  ) strict;
  create index if not exists messages_of_phone on messages (phone, seq);
`;

/**
 * One SQLite file with group commit: all writes of one turn of the event loop share a transaction, and what may be said only
 * once they are safe waits for it. WAL without a sync per commit: safe against kill -9, not against a power cut.
 */
export class Database {
  #sqlite: DatabaseSync;
  #statements = new Map<string, StatementSync>();
  #waiters: Waiter[] = [];
  #open = false;

  /** Throws when another process has the file open. */
  constructor(file: string) {
    this.#sqlite = new DatabaseSync(file, { timeout: 1000 });
    try {
      this.#sqlite.exec(
        'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;',
      );
      this.#sqlite.exec(SCHEMA);
    } catch (error) {
      this.#sqlite.close();
      const inUse = error instanceof Error && error.message.includes('locked');
      throw inUse ? new Error(`another sandbox process is using ${file}`) : error;
    }
  }

  /** All of `work` or nothing; committed together with its neighbours at the end of this turn. Must not await. */
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

  /** Calls `done` when everything written so far is safe: at once when nothing waits. Calls keep their order. */
  settled(done: () => void, failed: (error: Error) => void): void {
    if (this.#open) this.#waiters.push({ done, failed });
    else done();
  }

  committed(): Promise<void> {
    return new Promise((resolve, reject) => this.settled(resolve, reject));
  }

  /** Tables of a part of the sandbox that keeps its own; safe to repeat. */
  define(schema: string): void {
    this.#sqlite.exec(schema);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** The caller names the row type: it stands beside the SQL, in store.ts. */
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

  /** Commits what this turn wrote and tells those who wait for it. */
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

/** The Signal library insists on Buffers where SQLite gives plain byte arrays. */
function withBuffers(row: Record<string, SQLOutputValue>): Record<string, unknown> {
  const result: Record<string, unknown> = row;
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) result[name] = Buffer.from(value.buffer, value.byteOffset, value.length);
  }
  return result;
}
