import { type Queryable, statement } from '../../../platform/lib/db/statement.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { ofSome } from '../queue/outbound-columns.ts';
import type { MessageRow } from '../store.ts';
import { admitSql } from './admit-sql.ts';
import type { DisconnectedState } from './disconnected.ts';
import type { AccountRequests, GrantedWindow } from './rate-store.ts';

export interface AdmissionRow {
  account_id: number;
  /** Null: no replay is possible. */
  idempotency_key: string | null;
  /** Hex: a buffer per request costs the garbage collector more than the hash. */
  fingerprint: string;
  position: number;
  valid: boolean;
  device_uuid: string | null;
  phone: string | null;
  type: string | null;
  body: string | null;
  media_url: string | null;
  interactive: string | null;
  /** `OutboundDetails` as JSON. */
  details: string | null;
  refusedBy: readonly EngineKind[];
}

/**
 * An undecided request takes part again.
 * - key_taken: another process took the key since the statement began.
 * - quota_changed: no unit is left, but another process used units meanwhile. One of its messages may have this key.
 */
type Undecided = 'key_taken' | 'quota_changed';

export type AdmissionOutcome =
  | { index: number; outcome: 'accepted'; publicId: number; rowId: number; deviceId: number }
  | { index: number; outcome: 'replay'; message: MessageRow; same: boolean }
  | { index: number; outcome: 'refused_by_engine'; engine: EngineKind }
  | { index: number; outcome: 'device_disconnected'; engine: EngineKind; state: DisconnectedState }
  | {
      index: number;
      outcome: 'rate_limited' | 'invalid' | 'device_not_found' | 'quota_exceeded' | Undecided;
    };

interface AdmitParams {
  accounts: readonly number[];
  requests: readonly number[];
  rates: readonly number[];
  deviceAccounts: readonly number[];
  deviceUuids: readonly string[];
  accountIds: readonly number[];
  positions: readonly number[];
  keys: readonly (string | null)[];
  fingerprints: Buffer;
  deviceNumbers: readonly (number | null)[];
  phones: readonly (string | null)[];
  types: readonly (string | null)[];
  bodies: readonly (string | null)[];
  mediaUrls: readonly (string | null)[];
  interactives: readonly (string | null)[];
  details: readonly (string | null)[] | null;
  refusedBy: readonly string[];
  period: string;
  now: Date;
}

const ADMIT = statement<AdmitParams, AdmittedRow>('messages.admit', admitSql('api'));
interface ReplyOf {
  /** Null: unknown, so no row is valid. */
  conversationId: number | null;
  /** Null: the call of an API key. */
  authorId: number | null;
  isFree: boolean;
}

const ADMIT_REPLY = statement<AdmitParams & ReplyOf, AdmittedRow>(
  'messages.admit_reply',
  admitSql('staff', {
    conversationId: ':conversationId::bigint',
    authorId: ':authorId',
    isFree: ':isFree::boolean',
  }),
);

const ADMIT_CHANGE = statement<AdmitParams & Pick<ReplyOf, 'authorId'>, AdmittedRow>(
  'messages.admit_change',
  admitSql('api', { conversationId: 'null', authorId: ':authorId', isFree: 'true' }),
);

export interface AdmissionBatch {
  rows: readonly AdmissionRow[];
  /** Empty: no rate window counts the requests. */
  accounts: readonly AccountRequests[];
  period: string;
  now: Date;
}

export interface Admitted {
  outcomes: AdmissionOutcome[];
  windows: Map<number, GrantedWindow>;
}

/**
 * Checks rate, replay, problem, device, engine, connection, quota, in this order. Keys must differ; accounts must have
 * usage rows. The caller repeats undecided requests, and `quota_exceeded` after a taken or replayed key: that request
 * had a unit.
 */
export async function admit(db: Queryable, batch: AdmissionBatch): Promise<Admitted> {
  return admittedOf(batch, await ADMIT.all(db, paramsOf(batch)));
}

/** For replies of staff in one conversation. */
export async function admitReply(tx: Queryable, of: ReplyOf, batch: AdmissionBatch): Promise<Admitted> {
  return admittedOf(batch, await ADMIT_REPLY.all(tx, { ...paramsOf(batch), ...of }));
}

/** For edits and deletions, which take no unit of the quota. */
export async function admitChange(
  tx: Queryable,
  authorId: number | null,
  batch: AdmissionBatch,
): Promise<Admitted> {
  return admittedOf(batch, await ADMIT_CHANGE.all(tx, { ...paramsOf(batch), authorId }));
}

function paramsOf({ rows, accounts, period, now }: AdmissionBatch): AdmitParams {
  const devices = distinctDevices(rows);
  return {
    accounts: accounts.map((account) => account.account_id),
    requests: accounts.map((account) => account.requests),
    rates: accounts.map((account) => account.rate),
    deviceAccounts: devices.accounts,
    deviceUuids: devices.uuids,
    accountIds: rows.map((row) => row.account_id),
    positions: rows.map((row) => row.position),
    keys: rows.map((row) => row.idempotency_key),
    // The driver would send an array of bytes as text.
    fingerprints: Buffer.from(rows.map((row) => row.fingerprint).join(''), 'hex'),
    deviceNumbers: devices.numbers,
    phones: rows.map((row) => row.phone),
    types: rows.map((row) => row.type),
    bodies: rows.map((row) => row.body),
    mediaUrls: rows.map((row) => row.media_url),
    interactives: rows.map((row) => row.interactive),
    details: ofSome(rows.map(({ details }) => details)),
    refusedBy: devices.refusedBy,
    period,
    now,
  };
}

function admittedOf({ rows }: AdmissionBatch, answers: readonly AdmittedRow[]): Admitted {
  const windows = new Map<number, GrantedWindow>();
  for (const { index, granted, used, seconds_left } of answers) {
    const accountId = rows[index]?.account_id;
    if (granted !== null && accountId !== undefined) windows.set(accountId, { granted, used, seconds_left });
  }
  return { outcomes: answers.map(outcomeOf), windows };
}

/** Columns without a meaning for the outcome are null. Only the first request of an account has the window. */
interface AdmittedRow extends MessageRow, GrantedWindow {
  index: number;
  row_id: number;
  device_id: number;
  outcome: AdmissionOutcome['outcome'];
  same: boolean;
  engine: EngineKind;
  state: DisconnectedState;
}

function outcomeOf(row: AdmittedRow): AdmissionOutcome {
  const { index, outcome, public_id, row_id, device_id, same, engine, state } = row;
  switch (outcome) {
    case 'accepted':
      return { index, outcome, publicId: public_id, rowId: row_id, deviceId: device_id };
    case 'replay': {
      const { status, wa_message_id, type, created_at, error_code, error_message, template } = row;
      const times = { status, wa_message_id, created_at };
      const message = { public_id, ...times, type, template, error_code, error_message };
      return { index, outcome, message, same };
    }
    case 'refused_by_engine':
      return { index, outcome, engine };
    case 'device_disconnected':
      return { index, outcome, engine, state };
    default:
      return { index, outcome };
  }
}

/**
 * Each device once per set of refusing engines, and its number for each row from 1. 0: no UUID; null: no device is
 * needed.
 */
function distinctDevices(rows: readonly AdmissionRow[]) {
  const accounts: number[] = [];
  const uuids: string[] = [];
  const refusedBy: string[] = [];
  const known = new Map<string, number>();
  const numbers = rows.map((row) => {
    const { valid, device_uuid, account_id } = row;
    if (!valid) return null;
    if (device_uuid === null) return 0;
    const refused = row.refusedBy.join(' ');
    const key = `${account_id} ${device_uuid} ${refused}`;
    const number = known.get(key) ?? known.size + 1;
    if (number > known.size) {
      known.set(key, number);
      accounts.push(account_id);
      uuids.push(device_uuid);
      refusedBy.push(refused);
    }
    return number;
  });
  return { accounts, uuids, refusedBy, numbers };
}
