import type { Database } from './database.ts';
import type {
  ChatRow,
  CompanionRef,
  CompanionRow,
  Direction,
  KeyPair,
  Line,
  MessageRow,
  NewMessage,
  NewPhone,
  PhoneRow,
  QueuedStanza,
} from './store-rows.ts';
import { TABLES } from './store-schema.ts';

/** Call writes inside `db.write`. */
export class Store {
  readonly db: Database;

  constructor(db: Database) {
    this.db = db;
    db.define(TABLES);
  }

  findSetting(name: string): Uint8Array | undefined {
    return this.db.get<{ value: Uint8Array }>('select value from settings where name = ?', name)?.value;
  }

  saveSetting(name: string, value: Uint8Array): void {
    this.db.run(
      `insert into settings (name, value) values (?, ?)
         on conflict (name) do update set value = excluded.value`,
      name,
      value,
    );
  }

  insertPhone(phone: NewPhone): void {
    this.db.run(
      `insert into phones (number, lid, name, registration_id, identity_private, identity_public,
         signed_key_private, signed_key_public, signed_key_signature) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      phone.number,
      phone.lid,
      phone.name,
      phone.registration_id,
      phone.identity_private,
      phone.identity_public,
      phone.signed_key_private,
      phone.signed_key_public,
      phone.signed_key_signature,
    );
  }

  findPhone(number: string): PhoneRow | undefined {
    return this.db.get<PhoneRow>('select * from phones where number = ?', number);
  }

  findPhoneByLid(lid: string): PhoneRow | undefined {
    return this.db.get<PhoneRow>('select * from phones where lid = ?', lid);
  }

  listPhones(): PhoneRow[] {
    return this.db.all<PhoneRow>('select * from phones order by number');
  }

  setLine(number: string, line: Line): void {
    this.db.run('update phones set line = ? where number = ?', line, number);
  }

  setFaults(number: string, faults: string): void {
    this.db.run('update phones set faults = ? where number = ?', faults, number);
  }

  takeDeviceId(number: string): number {
    const row = this.db.get<{ id: number }>(
      `update phones set next_device_id = next_device_id + 1 where number = ?
         returning next_device_id - 1 as id`,
      number,
    );
    return row?.id ?? 0;
  }

  addPhonePreKey(number: string, pair: KeyPair): number {
    const row = this.db.get<{ id: number }>(
      `update phones set next_pre_key_id = next_pre_key_id + 1 where number = ?
         returning next_pre_key_id - 1 as id`,
      number,
    );
    const id = row?.id ?? 0;
    this.db.run('insert into phone_pre_keys values (?, ?, ?, ?)', number, id, pair.private, pair.public);
    return id;
  }

  findPhonePreKey(number: string, keyId: number): KeyPair | undefined {
    return this.db.get<KeyPair>(
      'select private, public from phone_pre_keys where number = ? and key_id = ?',
      number,
      keyId,
    );
  }

  deletePhonePreKey(number: string, keyId: number): void {
    this.db.run('delete from phone_pre_keys where number = ? and key_id = ?', number, keyId);
  }

  findSession(number: string, address: string): string | undefined {
    return this.db.get<{ record: string }>(
      'select record from phone_sessions where number = ? and address = ?',
      number,
      address,
    )?.record;
  }

  saveSession(number: string, address: string, record: string): void {
    this.db.run(
      `insert into phone_sessions (number, address, record) values (?, ?, ?)
         on conflict (number, address) do update set record = excluded.record`,
      number,
      address,
      record,
    );
  }

  insertCompanion(companion: Omit<CompanionRow, 'welcomed'>): void {
    this.db.run(
      `insert into companions (number, device_id, noise_key, registration_id, identity, signed_key_id,
         signed_key, signed_key_signature) values (?, ?, ?, ?, ?, ?, ?, ?)`,
      companion.number,
      companion.device_id,
      companion.noise_key,
      companion.registration_id,
      companion.identity,
      companion.signed_key_id,
      companion.signed_key,
      companion.signed_key_signature,
    );
  }

  findCompanion({ number, device_id }: CompanionRef): CompanionRow | undefined {
    return this.db.get<CompanionRow>(
      'select * from companions where number = ? and device_id = ?',
      number,
      device_id,
    );
  }

  listCompanions(number: string): CompanionRow[] {
    return this.db.all<CompanionRow>('select * from companions where number = ? order by device_id', number);
  }

  saveCompanionKeys(ref: CompanionRef, keys: Pick<CompanionRow, 'registration_id' | 'identity'>): void {
    this.db.run(
      'update companions set registration_id = ?, identity = ? where number = ? and device_id = ?',
      keys.registration_id,
      keys.identity,
      ref.number,
      ref.device_id,
    );
  }

  saveCompanionSignedKey(
    ref: CompanionRef,
    key: { id: number; public: Uint8Array; signature: Uint8Array },
  ): void {
    this.db.run(
      `update companions set signed_key_id = ?, signed_key = ?, signed_key_signature = ?
         where number = ? and device_id = ?`,
      key.id,
      key.public,
      key.signature,
      ref.number,
      ref.device_id,
    );
  }

  markWelcomed(ref: CompanionRef): void {
    this.db.run(
      'update companions set welcomed = 1 where number = ? and device_id = ?',
      ref.number,
      ref.device_id,
    );
  }

  deleteCompanion({ number, device_id }: CompanionRef): void {
    for (const table of ['companions', 'companion_pre_keys', 'queue']) {
      this.db.run(`delete from ${table} where number = ? and device_id = ?`, number, device_id);
    }
    this.db.run('delete from phone_sessions where address = ?', `${number}.${device_id}`);
  }

  addCompanionPreKey(ref: CompanionRef, keyId: number, key: Uint8Array): void {
    this.db.run(
      'insert or replace into companion_pre_keys values (?, ?, ?, ?)',
      ref.number,
      ref.device_id,
      keyId,
      key,
    );
  }

  takeCompanionPreKey(ref: CompanionRef): { key_id: number; public: Uint8Array } | undefined {
    return this.db.get<{ key_id: number; public: Uint8Array }>(
      `delete from companion_pre_keys where number = ? and device_id = ? and key_id =
         (select min(key_id) from companion_pre_keys where number = ? and device_id = ?)
         returning key_id, public`,
      ref.number,
      ref.device_id,
      ref.number,
      ref.device_id,
    );
  }

  countCompanionPreKeys(ref: CompanionRef): number {
    const row = this.db.get<{ count: number }>(
      'select count(*) as count from companion_pre_keys where number = ? and device_id = ?',
      ref.number,
      ref.device_id,
    );
    return row?.count ?? 0;
  }

  enqueue(ref: CompanionRef, stanza: Omit<QueuedStanza, 'seq'>): void {
    this.db.run(
      `insert into queue (number, device_id, class, stanza_id, stanza_type, attempt, node)
         values (?, ?, ?, ?, ?, ?, ?)`,
      ref.number,
      ref.device_id,
      stanza.class,
      stanza.stanza_id,
      stanza.stanza_type,
      stanza.attempt,
      stanza.node,
    );
  }

  listQueue(ref: CompanionRef): QueuedStanza[] {
    return this.db.all<QueuedStanza>(
      `select seq, class, stanza_id, stanza_type, attempt, node from queue
         where number = ? and device_id = ? order by seq`,
      ref.number,
      ref.device_id,
    );
  }

  findQueued(ref: CompanionRef, stanzaId: string): QueuedStanza[] {
    return this.db.all<QueuedStanza>(
      `select seq, class, stanza_id, stanza_type, attempt, node from queue
         where number = ? and device_id = ? and stanza_id = ? order by seq`,
      ref.number,
      ref.device_id,
      stanzaId,
    );
  }

  dequeue(seq: number): void {
    this.db.run('delete from queue where seq = ?', seq);
  }

  /** Keeps the content of the first readable copy, and returns the number of copies. */
  recordArrival(message: NewMessage): number {
    const row = this.db.get<{ copies: number }>(
      `insert into messages
         (phone, wa_message_id, direction, peer, sender_device, addressed_as, type, text, content, at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (phone, wa_message_id, direction, peer) do update set copies = copies + 1,
           sender_device = excluded.sender_device, addressed_as = excluded.addressed_as,
           text = iif(type is null, excluded.text, text),
           content = iif(type is null, excluded.content, content),
           type = coalesce(type, excluded.type)
         returning copies`,
      message.phone,
      message.wa_message_id,
      message.direction,
      message.peer,
      message.sender_device,
      message.addressed_as,
      message.type,
      message.text,
      message.content,
      message.at,
    );
    return row?.copies ?? 0;
  }

  findMessage(phone: string, waMessageId: string, direction: Direction): MessageRow | undefined {
    return this.db.get<MessageRow>(
      'select * from messages where phone = ? and wa_message_id = ? and direction = ?',
      phone,
      waMessageId,
      direction,
    );
  }

  listMessages(phone: string, afterSeq: number, limit: number): MessageRow[] {
    return this.db.all<MessageRow>(
      'select * from messages where phone = ? and type is not null and seq > ? order by seq limit ?',
      phone,
      afterSeq,
      limit,
    );
  }

  /** The newest messages of a chat, newest first, each with the time at which the other phone read it. */
  listChat(phone: string, peer: string, limit: number): ChatRow[] {
    return this.db.all<ChatRow>(
      `select own.*, case when own.direction <> 'out' then null when own.peer like '%@g.us' then (
           select max(read_at) from messages
           where wa_message_id = own.wa_message_id and direction = 'in' and peer = own.peer
         ) else (
           select read_at from messages
           where phone = own.peer and wa_message_id = own.wa_message_id and direction = 'in' and peer = own.phone
         ) end as peer_read_at from messages own
         where own.phone = ? and own.peer = ? and own.type is not null order by own.seq desc limit ?`,
      phone,
      peer,
      limit,
    );
  }

  findInChat(phone: string, peer: string, waMessageId: string): MessageRow | undefined {
    return this.db.get<MessageRow>(
      'select * from messages where phone = ? and peer = ? and wa_message_id = ?',
      phone,
      peer,
      waMessageId,
    );
  }

  /** Messages to the phone that it has not read, newest first. */
  listUnread(phone: string, peer: string, limit: number): { wa_message_id: string }[] {
    return this.db.all(
      `select wa_message_id from messages where phone = ? and peer = ? and direction = 'in' and read_at is null
         and type not in ('reaction', 'edit', 'deletion', 'vote') order by seq desc limit ?`,
      phone,
      peer,
      limit,
    );
  }

  listPeers(phone: string, limit: number): string[] {
    const rows = this.db.all<{ peer: string }>(
      'select distinct peer from messages where phone = ? order by peer limit ?',
      phone,
      limit,
    );
    return rows.map(({ peer }) => peer);
  }

  hasReceivedFrom(phone: string, peer: string): boolean {
    return (
      this.db.get(
        `select 1 from messages where phone = ? and peer = ? and direction = 'in' limit 1`,
        phone,
        peer,
      ) !== undefined
    );
  }

  /** False when the message was read before. */
  markRead(seq: number, at: number): boolean {
    return this.db.run('update messages set read_at = ? where seq = ? and read_at is null', at, seq) > 0;
  }
}
