import type { Actor } from '../lib/actor.ts';
import type { Rank } from './role.ts';

export const ACCOUNT_STATUSES = ['active', 'suspended', 'cancelled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type AccountKind = 'live' | 'sandbox';

/** A message that the official cloud probably did not take. */
export const UNRESOLVED = ['fail', 'resend'] as const;
export type Unresolved = (typeof UNRESOLVED)[number];

/** send: POST /v1/messages and reading messages. read: GET only. */
export const SCOPES = ['full', 'send', 'read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Plan {
  name: string;
  rate_per_minute: number;
  /** Null: no quota. */
  monthly_quota: number | null;
  max_devices: number;
  /** Of everything stored. Null: no limit. */
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
  storage_used: number;
}

export interface Caller extends Account {
  /** Devices that an agent may see. Null: all. */
  deviceIds: readonly number[] | null;
  isUser?: true;
}

/** For functions that show or change devices and conversations. */
export type Sight = Pick<Caller, 'id' | 'deviceIds' | 'isUser'>;

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

/** Addresses and networks of a key. */
export const MAX_ADDRESSES = 50;

export interface KeyMaker {
  /** Null: unknown. */
  created_by: Actor['type'] | null;
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
  /** The user who made the key, also by another key. */
  user_uuid: string | null;
  user_name: string | null;
}

export interface CallingKey {
  id: string;
  expires_at: Date | null;
  /** `allowed_addresses`, comma separated. */
  allow_list: string | null;
}
