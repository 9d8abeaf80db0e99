import type { ColumnType, Generated } from 'kysely';

/** A column that an insert can leave to its default. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Of the feature staff. */
export interface StaffTables {
  users: {
    id: Generated<number>;
    user_uuid: Defaulted<string>;
    account_id: number;
    email: string;
    name: string;
    role: 'owner' | 'admin' | 'agent';
    status: Defaulted<'invited' | 'active' | 'disabled'>;
    password_hash: Defaulted<string | null>;
    totp_secret: Defaulted<Buffer | null>;
    totp_confirmed_at: Defaulted<Date | null>;
    totp_step: Defaulted<number | null>;
    oidc_subject: Defaulted<string | null>;
    is_operator: Defaulted<boolean>;
    created_at: Date;
    last_login_at: Defaulted<Date | null>;
  };
  user_devices: { account_id: number; user_id: number; device_id: number };
  user_presence: {
    user_id: number;
    account_id: number;
    state: string;
    state_since: Date;
    seen_at: Date | null;
  };
  user_sessions: {
    id: Generated<number>;
    session_uuid: Defaulted<string>;
    secret_hash: Buffer;
    account_id: number;
    user_id: number;
    secure: boolean;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    address: string | null;
    user_agent: string | null;
  };
  login_attempts: { key: Buffer; attempts: number; since: Date };
}
