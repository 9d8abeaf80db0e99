import type { Actor } from '../lib/actor.ts';
import type { Rank } from './role.ts';

export const ACCOUNT_STATUSES = ['active', 'suspended', 'cancelled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type AccountKind = 'live' | 'sandbox';

/** A message of the official cloud that was probably not taken: it fails, or is sent again once. */
export const UNRESOLVED = ['fail', 'resend'] as const;
export type Unresolved = (typeof UNRESOLVED)[number];

/** - full: everything. - send: POST /v1/messages and reading messages. - read: GET only. */
export const SCOPES = ['full', 'send', 'read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Plan {
  name: string;
  rate_per_minute: number;
  /** Null: no quota. */
  monthly_quota: number | null;
  max_devices: number;
  /** Of all that an account stores. Null: no limit. */
  storage_bytes: number | null;
}

/** Of an installation. */
export const MAX_PLANS = 200;

export interface Account {
  id: number;
  name: string;
  status: AccountStatus;
  kind: AccountKind;
  /** Replaces the leading 0 of a local number. */
  country_code: string;
  unresolved: Unresolved;
  created_at: Date;
  plan: Plan;
  /** Bytes that it stores. */
  storage_used: number;
}

/** The account as one caller may see it. */
export interface Caller extends Account {
  /** Row ids of the devices that an agent may see, with their conversations. Null: all. */
  deviceIds: readonly number[] | null;
  /** A user, whose paths are below /app/api. Missing: a key. */
  isUser?: true;
}

/** What every function needs that shows or changes something of a device or a conversation. */
export type Sight = Pick<Caller, 'id' | 'deviceIds' | 'isUser'>;

/** A user who calls with a log-in session. */
export interface StaffCaller extends Rank {
  /** Row id. */
  id: number;
  userUuid: string;
  /** Unique in the account. */
  name: string;
  /** Row id of the log-in session. */
  sessionId: number;
  expiresAt: Date;
}

/** Addresses and networks in the list of a key. */
export const MAX_ADDRESSES = 50;

/** Who made a key. */
export interface KeyMaker {
  /** Null: not known any more. */
  created_by: Actor['type'] | null;
  /** Of the key or the user. */
  created_by_id: string | null;
}

export interface ApiKey extends KeyMaker {
  id: string;
  account_id: number;
  name: string;
  scope: Scope;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** Null: from all addresses. */
  allowed_addresses: readonly string[] | null;
  last_used_at: Date | null;
  last_used_address: string | null;
  /** The user who made the key, or the key that made it. */
  user_uuid: string | null;
  user_name: string | null;
}

/** What routes know of the key of a call. */
export interface CallingKey {
  id: string;
  expires_at: Date | null;
  /** `allowed_addresses`, comma separated. */
  allow_list: string | null;
}
