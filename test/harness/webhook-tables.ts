import type { ColumnType, Generated } from 'kysely';

/** A column that an insert can leave to its default. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Of the feature webhooks. */
export interface WebhookTables {
  webhooks: {
    id: Generated<number>;
    account_id: number;
    url: string;
    events: string[];
    secret: Buffer;
    status: Defaulted<'enabled' | 'disabled'>;
    failure_count: Defaulted<number>;
    created_at: Date;
    disabled_at: Defaulted<Date | null>;
    failing_since: Defaulted<Date | null>;
    last_error: Defaulted<string | null>;
    judged_at: Defaulted<Date | null>;
    previous_secrets: Defaulted<Buffer[]>;
    previous_secret_until: Defaulted<Date | null>;
    device_uuids: Defaulted<string[] | null>;
  };
  webhook_deliveries: {
    id: Generated<number>;
    account_id: number;
    webhook_id: number;
    event_id: number;
    kind: Defaulted<'event' | 'replay' | 'test'>;
    status: Defaulted<'pending' | 'delivered' | 'failed' | 'held'>;
    attempts: Defaulted<number>;
    next_attempt_at: Date;
    claim_id: Defaulted<string | null>;
    created_at: Date;
    settled_at: Defaulted<Date | null>;
  };
  webhook_attempts: {
    delivery_id: number;
    number: number;
    started_at: Date;
    duration_ms: number;
    status_code: number | null;
    error: string | null;
    response_excerpt: string | null;
    automation: Defaulted<string | null>;
  };
}
