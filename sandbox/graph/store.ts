import type { Database } from '../database.ts';

const SCHEMA = `
  create table if not exists cloud_settings (
    name text primary key, value text not null
  ) strict, without rowid;

  create table if not exists cloud_numbers (
    phone_number_id text primary key, data text not null
  ) strict, without rowid;

  create table if not exists cloud_people (
    wa_id text primary key, user_id text not null unique, data text not null
  ) strict, without rowid;

  create table if not exists cloud_groups (
    id text primary key, phone_number_id text not null, data text not null
  ) strict, without rowid;

  create table if not exists cloud_media (
    media_id text primary key,
    phone_number_id text not null,
    mime_type text not null,
    sha256 text not null,
    file_size integer not null,
    file_name text,
    expires_at integer not null
  ) strict, without rowid;

  create table if not exists cloud_messages (
    seq integer primary key,
    id text not null unique,
    phone_number_id text not null,
    direction text not null check (direction in ('in', 'out')),
    peer text not null,
    type text not null,
    text text,
    payload text not null,
    callback_data text,
    media_id text,
    status text not null,
    error text,
    at integer not null,
    open integer not null default 1
  ) strict;
  create index if not exists cloud_messages_of_number on cloud_messages (phone_number_id);
  create index if not exists cloud_messages_of_pair on cloud_messages (phone_number_id, peer);
  create index if not exists cloud_messages_open on cloud_messages (seq) where open = 1;
`;

export type Direction = 'in' | 'out';

/** `peer` is the wa_id of the person, or the id of a group. */
export interface CloudMessageRow {
  seq: number;
  id: string;
  phone_number_id: string;
  /** `out`: from the business. */
  direction: Direction;
  peer: string;
  type: string;
  text: string | null;
  /** JSON as the sender wrote it. */
  payload: string;
  callback_data: string | null;
  media_id: string | null;
  status: string;
  /** JSON. */
  error: string | null;
  at: number;
  /** 1 while webhooks are undelivered. */
  open: number;
}

export type NewCloudMessage = Omit<CloudMessageRow, 'seq' | 'open'>;

export interface MediaRow {
  media_id: string;
  phone_number_id: string;
  mime_type: string;
  /** Hex. */
  sha256: string;
  file_size: number;
  file_name: string | null;
  expires_at: number;
}

/** Of the first message, the last one from the person, the last one from an advertisement, and the answer to it. */
export interface PairTimes {
  first: number | null;
  last_in: number | null;
  advertised: number | null;
  answered: number | null;
}

export interface MessageFilter {
  afterSeq: number;
  limit: number;
  peer?: string | undefined;
  direction?: Direction | undefined;
  callbackData?: string | undefined;
}

/** Call writes inside `db.write`. */
export class CloudStore {
  readonly db: Database;

  constructor(db: Database) {
    this.db = db;
    db.define(SCHEMA);
  }

  findSetting(name: string): string | undefined {
    return this.db.get<{ value: string }>('select value from cloud_settings where name = ?', name)?.value;
  }

  saveSetting(name: string, value: string): void {
    this.db.run('insert or replace into cloud_settings (name, value) values (?, ?)', name, value);
  }

  listNumbers(): string[] {
    const rows = this.db.all<{ data: string }>('select data from cloud_numbers order by phone_number_id');
    return rows.map(({ data }) => data);
  }

  saveNumber(phoneNumberId: string, data: string): void {
    this.db.run('insert or replace into cloud_numbers values (?, ?)', phoneNumberId, data);
  }

  findPerson(waId: string): string | undefined {
    return this.db.get<{ data: string }>('select data from cloud_people where wa_id = ?', waId)?.data;
  }

  findPersonByUserId(userId: string): string | undefined {
    return this.db.get<{ data: string }>('select data from cloud_people where user_id = ?', userId)?.data;
  }

  listPeople(): string[] {
    return this.db
      .all<{ data: string }>('select data from cloud_people order by wa_id')
      .map(({ data }) => data);
  }

  savePerson(waId: string, userId: string, data: string): void {
    this.db.run('insert or replace into cloud_people values (?, ?, ?)', waId, userId, data);
  }

  findGroup(id: string): string | undefined {
    return this.db.get<{ data: string }>('select data from cloud_groups where id = ?', id)?.data;
  }

  listGroups(phoneNumberId: string): string[] {
    return this.db
      .all<{ data: string }>(
        'select data from cloud_groups where phone_number_id = ? order by id',
        phoneNumberId,
      )
      .map(({ data }) => data);
  }

  insertGroup(id: string, phoneNumberId: string, data: string): void {
    this.db.run('insert into cloud_groups values (?, ?, ?)', id, phoneNumberId, data);
  }

  insertMedia(row: MediaRow): void {
    this.db.run(
      'insert into cloud_media values (?, ?, ?, ?, ?, ?, ?)',
      row.media_id,
      row.phone_number_id,
      row.mime_type,
      row.sha256,
      row.file_size,
      row.file_name,
      row.expires_at,
    );
  }

  findMedia(mediaId: string): MediaRow | undefined {
    return this.db.get<MediaRow>('select * from cloud_media where media_id = ?', mediaId);
  }

  expireMedia(mediaId: string): void {
    this.db.run('update cloud_media set expires_at = 0 where media_id = ?', mediaId);
  }

  /** Returns the sequence number. */
  insertMessage(row: NewCloudMessage): number {
    const inserted = this.db.get<{ seq: number }>(
      `insert into cloud_messages (id, phone_number_id, direction, peer, type, text, payload, callback_data,
         media_id, status, error, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning seq`,
      row.id,
      row.phone_number_id,
      row.direction,
      row.peer,
      row.type,
      row.text,
      row.payload,
      row.callback_data,
      row.media_id,
      row.status,
      row.error,
      row.at,
    );
    return inserted?.seq ?? 0;
  }

  findMessage(phoneNumberId: string, id: string): CloudMessageRow | undefined {
    return this.db.get<CloudMessageRow>(
      'select * from cloud_messages where id = ? and phone_number_id = ?',
      id,
      phoneNumberId,
    );
  }

  listMessages(phoneNumberId: string, filter: MessageFilter): CloudMessageRow[] {
    return this.db.all<CloudMessageRow>(
      `select * from cloud_messages where phone_number_id = ? and seq > ? and (? is null or peer = ?)
         and (? is null or direction = ?) and (? is null or callback_data = ?) order by seq limit ?`,
      phoneNumberId,
      filter.afterSeq,
      filter.peer ?? null,
      filter.peer ?? null,
      filter.direction ?? null,
      filter.direction ?? null,
      filter.callbackData ?? null,
      filter.callbackData ?? null,
      filter.limit,
    );
  }

  /** The newest messages of a chat, newest first. */
  listChat(phoneNumberId: string, peer: string, limit: number): CloudMessageRow[] {
    return this.db.all<CloudMessageRow>(
      'select * from cloud_messages where phone_number_id = ? and peer = ? order by seq desc limit ?',
      phoneNumberId,
      peer,
      limit,
    );
  }

  /** Messages to the person that are not read, newest first. */
  listUnread(phoneNumberId: string, peer: string, limit: number): CloudMessageRow[] {
    return this.db.all<CloudMessageRow>(
      `select * from cloud_messages where phone_number_id = ? and peer = ? and direction = 'out'
         and status not in ('read', 'played', 'failed') and type <> 'reaction' order by seq desc limit ?`,
      phoneNumberId,
      peer,
      limit,
    );
  }

  /** The ids of the business numbers with which a person has a chat. */
  listNumbersOf(peer: string): string[] {
    const rows = this.db.all<{ phone_number_id: string }>(
      'select distinct phone_number_id from cloud_messages where peer = ?',
      peer,
    );
    return rows.map(({ phone_number_id }) => phone_number_id);
  }

  /** Messages with undelivered webhooks, oldest first. */
  listOpen(): CloudMessageRow[] {
    return this.db.all<CloudMessageRow>('select * from cloud_messages where open = 1 order by seq');
  }

  acceptAgain(seq: number): void {
    this.db.run(`update cloud_messages set status = 'accepted', error = null, open = 1 where seq = ?`, seq);
  }

  /** Unless the message has one of the `later` statuses. */
  raiseStatus(seq: number, status: string, error: string | null, later: readonly string[]): void {
    this.db.run(
      `update cloud_messages set status = ?, error = ?, open = 1
       where seq = ? and status not in (select value from json_each(?))`,
      status,
      error,
      seq,
      JSON.stringify(later),
    );
  }

  setMedia(seq: number, mediaId: string): void {
    this.db.run('update cloud_messages set media_id = ? where seq = ?', mediaId, seq);
  }

  closeMessage(seq: number): void {
    this.db.run('update cloud_messages set open = 0 where seq = ?', seq);
  }

  /** Marks messages of a person up to `seq`, and returns their number. */
  markRead(phoneNumberId: string, peer: string, seq: number): number {
    return this.db.run(
      `update cloud_messages set status = 'read' where phone_number_id = ? and peer = ? and seq <= ?
         and direction = 'in' and status <> 'read'`,
      phoneNumberId,
      peer,
      seq,
    );
  }

  pairTimes(phoneNumberId: string, peer: string): PairTimes {
    const times = this.db.get<Omit<PairTimes, 'answered'>>(
      `select min(at) as first, max(iif(direction = 'in', at, null)) as last_in,
         max(iif(direction = 'in' and payload like '%"source_type":"ad"%', at, null)) as advertised
       from cloud_messages where phone_number_id = ? and peer = ?`,
      phoneNumberId,
      peer,
    );
    if (!times) return { first: null, last_in: null, advertised: null, answered: null };
    return { ...times, answered: this.#answerAfter(phoneNumberId, peer, times.advertised) };
  }

  #answerAfter(phoneNumberId: string, peer: string, at: number | null): number | null {
    if (at === null) return null;
    const answer = this.db.get<{ at: number | null }>(
      `select min(at) as at from cloud_messages
       where phone_number_id = ? and peer = ? and direction = 'out' and status <> 'failed' and at >= ?`,
      phoneNumberId,
      peer,
      at,
    );
    return answer?.at ?? null;
  }
}
