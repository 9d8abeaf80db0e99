export const ACCOUNT_STATUSES = ['active', 'suspended', 'cancelled'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type AccountKind = 'live' | 'sandbox';

/** - full: everything. - send: POST /v1/messages and reading messages. - read: GET only. */
export const SCOPES = ['full', 'send', 'read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Plan {
  name: string;
  rate_per_minute: number;
  /** Null: no quota. */
  monthly_quota: number | null;
  max_devices: number;
}

export interface Account {
  id: number;
  name: string;
  status: AccountStatus;
  kind: AccountKind;
  /** Replaces the leading 0 of a local number. */
  country_code: string;
  created_at: Date;
  plan: Plan;
}

export interface ApiKey {
  id: string;
  account_id: number;
  name: string;
  scope: Scope;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
}
