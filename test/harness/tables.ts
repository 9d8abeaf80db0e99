import {
  type ColumnType,
  type CompiledQuery,
  type Driver,
  type Generated,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Plan } from '../../src/platform/accounts/schema.ts';
import type { Queryable } from '../../src/platform/lib/db/statement.ts';
import type { FileTables } from './file-tables.ts';
import type { StaffTables } from './staff-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Typed queries for a test that reads or writes rows, on its database or within its transaction. */
export function tablesOf(db: Queryable): Kysely<Tables> {
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOn(db),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function driverOn(db: Queryable): Driver {
  const refuse = async () => {
    throw new Error('Use db.transaction().');
  };
  return {
    async init() {},
    async acquireConnection() {
      return {
        async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
          const { rows, count } = await db.query<Row>({ text: sql }, parameters);
          return { rows, numAffectedRows: BigInt(count) };
        },
        streamQuery: () => {
          throw new Error('Tests do not stream rows.');
        },
      };
    },
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    async releaseConnection() {},
    async destroy() {},
  };
}

/** A column that an insert can leave to its default. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** The rows as the migrations define them. */
export interface Tables extends FileTables, StaffTables, WebhookTables {
  settings: { name: string; value: Buffer };
  plans: Plan;
  accounts: {
    id: Generated<number>;
    name: string;
    plan: string;
    status: Defaulted<'active' | 'suspended' | 'cancelled'>;
    kind: Defaulted<'live' | 'sandbox'>;
    country_code: Defaulted<string>;
    created_at: Defaulted<Date>;
    opt_out_words: Defaulted<string[]>;
    opt_in_words: Defaulted<string[]>;
    suspended: Defaulted<string>;
    cancelled_at: Defaulted<Date | null>;
    closed_at: Defaulted<Date | null>;
    unresolved: Defaulted<'fail' | 'resend'>;
  };
  api_keys: {
    id: string;
    account_id: number;
    name: string;
    secret_hash: Buffer;
    scope: Defaulted<'full' | 'send' | 'read'>;
    created_at: Defaulted<Date>;
    expires_at: Defaulted<Date | null>;
    revoked_at: Defaulted<Date | null>;
    allowed_addresses: Defaulted<string[] | null>;
    last_used_at: Defaulted<Date | null>;
    last_used_address: Defaulted<string | null>;
  };
  audit_log: {
    id: Generated<number>;
    happened_at: Date;
    account_id: number | null;
    actor: 'api_key' | 'operator' | 'system';
    actor_id: string | null;
    address: string | null;
    action: string;
    target: string;
    detail: unknown;
  };
  message_counters: { account_id: number; last_public_id: number; taken: number };
  rate_windows: { account_id: number; minute: number; used: number; granted: number; rate: number };
  usage_months: {
    account_id: number;
    period: string;
    messages_sent: Defaulted<number>;
    api_calls: Defaulted<number>;
  };
  devices: {
    id: Generated<number>;
    device_uuid: Defaulted<string>;
    account_id: number;
    label: string;
    engine: 'economy' | 'official_cloud' | 'widget';
    network: 'live' | 'sandbox';
    status: Defaulted<'provisioned' | 'qr_pending' | 'connected' | 'disconnected' | 'banned'>;
    reason: Defaulted<string | null>;
    wanted: Defaulted<'idle' | 'pair' | 'connected' | 'released'>;
    phone_number: Defaulted<string | null>;
    paired_at: Defaulted<Date | null>;
    connected_at: Defaulted<Date | null>;
    last_health_at: Defaulted<Date | null>;
    created_at: Defaulted<Date>;
    released_at: Defaulted<Date | null>;
    official_phone_number_id: Defaulted<string | null>;
    verified_name: Defaulted<string | null>;
    official_app_secret: Defaulted<Buffer | null>;
    official_waba_id: Defaulted<string | null>;
    restriction: Defaulted<string | null>;
    restricted_until: Defaulted<Date | null>;
    restriction_lapses_at: Defaulted<Date | null>;
    official_token_expires_at: Defaulted<Date | null>;
    official_quality: Defaulted<'green' | 'yellow' | 'red' | null>;
    official_quality_at: Defaulted<Date | null>;
    official_quality_before: Defaulted<'green' | 'yellow' | 'red' | null>;
    official_portfolio_id: Defaulted<string | null>;
    groups: Defaulted<'off' | 'on'>;
    group_automation: Defaulted<'off' | 'mentioned'>;
    official_daily_limit: Defaulted<number | null>;
    official_limit_told_at: Defaulted<Date | null>;
    official_account_told_at: Defaulted<Date | null>;
    channel_id: Defaulted<number | null>;
  };
  device_leases: {
    device_id: number;
    node_id: Defaulted<string | null>;
    epoch: Defaulted<number>;
    expires_at: Defaulted<Date>;
  };
  session_nodes: { node_id: string; network: 'live' | 'sandbox'; expires_at: Date };
  device_pairings: { device_id: number; qr: Buffer; expires_at: Date };
  device_passkeys: {
    device_id: number;
    ceremony_id: string;
    state: 'asked' | 'answered' | 'cancelled' | 'sent' | 'ended';
    options: Defaulted<Buffer | null>;
    assertion: Defaulted<Buffer | null>;
    code: Defaulted<Buffer | null>;
    attempts: Defaulted<number>;
    asked_at: Date;
    expires_at: Date;
  };
  device_typed_codes: {
    device_id: number;
    phone_number: string;
    state: 'asked' | 'shown' | 'refused' | 'ended';
    code: Defaulted<Buffer | null>;
    expires_at: Defaulted<Date | null>;
    asked_at: Date;
    hour_from: Date;
    asks: number;
  };
  session_creds: { device_id: number; value: Buffer };
  session_keys: { device_id: number; type: string; id: string; value: Buffer };
  messages: {
    id: Generated<number>;
    public_id: Defaulted<number | null>;
    account_id: number;
    device_id: number;
    direction: 'out' | 'in';
    type: string;
    status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed' | 'received';
    phone: string;
    body: string | null;
    media_url: Defaulted<string | null>;
    interactive: Defaulted<unknown>;
    prepared: Defaulted<Buffer | null>;
    idempotency_key: Defaulted<string | null>;
    fingerprint: Defaulted<Buffer | null>;
    wa_message_id: Defaulted<string | null>;
    reserved_wa_id: Defaulted<string | null>;
    error_code: Defaulted<string | null>;
    error_message: Defaulted<string | null>;
    due: Defaulted<boolean>;
    not_before: Defaulted<Date>;
    attempts: Defaulted<number>;
    maybe_written: Defaulted<boolean>;
    created_at: Date;
    details: Defaulted<unknown>;
    broadcast_id: Defaulted<number | null>;
    broadcast_place: Defaulted<number | null>;
    held: Defaulted<boolean>;
    source: Defaulted<string | null>;
    author_id: Defaulted<number | null>;
    evidence_at: Defaulted<Date | null>;
    resent_at: Defaulted<Date | null>;
    conversation_id: Defaulted<number | null>;
    ownership_version: Defaulted<number | null>;
    pricing: Defaulted<unknown>;
    charged_at: Defaulted<Date | null>;
    kept_reason: Defaulted<string | null>;
    warning: Defaulted<unknown>;
  };
  official_listening: { only_row: Defaulted<boolean>; seen_at: Date; since: Date };
  official_updates: {
    id: Generated<number>;
    account_id: number;
    device_id: number;
    field: string;
    fingerprint: Buffer;
    payload: unknown;
    created_at: Date;
    due: Defaulted<boolean>;
    claimed_until: Defaulted<Date>;
  };
  official_histories: {
    block: Generated<number>;
    account_id: number;
    device_id: number;
    started_at: Date;
    progress: Defaulted<number>;
    declined: Defaulted<boolean>;
    messages: Defaulted<number>;
    updated_at: Date;
  };
  events: {
    id: Generated<number>;
    event_id: Defaulted<string>;
    account_id: number;
    type: string;
    body: string;
    created_at: Date;
  };
  event_subscriptions: { consumer: string; account_id: number; types: string[] };
  event_backlog: { consumer: string; account_id: number; event_id: number; type: string };
  contact_books: { account_id: number; next_place: Defaulted<number> };
  contacts: {
    id: Generated<number>;
    account_id: number;
    place: number;
    phone: string;
    name: Defaulted<string>;
    email: Defaulted<string | null>;
    created_at: Date;
    updated_at: Date;
  };
  tags: { id: Generated<number>; account_id: number; name: string; created_at: Date };
  contact_tags: { account_id: number; place: number; tag_id: number };
  contact_blocks: { account_id: number; list: number; block: number; contacts: number };
  broadcasts: {
    id: Generated<number>;
    account_id: number;
    device_id: number;
    name: string;
    template: string;
    seed: number;
    delay_min_seconds: number;
    delay_max_seconds: number;
    status: 'draft' | 'scheduled' | 'running' | 'paused' | 'completed' | 'cancelled';
    reason: Defaulted<string | null>;
    retry_of: Defaulted<number | null>;
    total_recipients: number;
    claimed: Defaulted<number>;
    sent_count: Defaulted<number>;
    failed_count: Defaulted<number>;
    next_at: Date;
    scheduled_at: Defaulted<Date | null>;
    started_at: Defaulted<Date | null>;
    completed_at: Defaulted<Date | null>;
    created_at: Date;
  };
  broadcast_targets: { broadcast_id: number; first_place: number; contacts: number[] };
  broadcast_tallies: { id: Generated<number>; broadcast_id: number; sent: number; failed: number };
  channels: {
    id: Generated<number>;
    account_id: number;
    kind: 'whatsapp' | 'widget';
    address: string;
    device_id: Defaulted<number | null>;
    automated: Defaulted<boolean>;
  };
  channel_devices: {
    channel_id: number;
    device_id: number;
    from_message_id: number;
    until_message_id: Defaulted<number | null>;
  };
  people: {
    id: Generated<number>;
    person_uuid: Defaulted<string>;
    account_id: number;
    name: Defaulted<string | null>;
    merged_into: Defaulted<number | null>;
    created_at: Date;
  };
  person_identities: {
    account_id: number;
    kind: 'phone' | 'lid' | 'scoped' | 'visitor';
    value: string;
    person_id: number;
  };
  conversations: {
    id: Generated<number>;
    conversation_uuid: Defaulted<string>;
    account_id: number;
    channel_id: number;
    person_id: number;
    phone: string;
    owner_state: Defaulted<'bot' | 'human_waiting' | 'human_active' | 'closed'>;
    ownership_version: Defaulted<number>;
    owner_since: Date;
    owner_reason: Defaulted<string | null>;
    assignee: Defaulted<string | null>;
    bot_context_from: Defaulted<number | null>;
    episode: Defaulted<number>;
    unread: Defaulted<number>;
    waiting_since: Defaulted<Date | null>;
    answering_since: Defaulted<Date | null>;
    answering_from: Defaulted<number | null>;
    last_customer_at: Defaulted<Date | null>;
    last_human_at: Defaulted<Date | null>;
    last_at: Date;
    snoozed_until: Defaulted<Date | null>;
    standby_since: Defaulted<Date | null>;
    timer_at: Defaulted<Date | null>;
    automation_suppressed: Defaulted<boolean>;
    label_count: Defaulted<number>;
    merged_into: Defaulted<number | null>;
    merges: Defaulted<number>;
    created_at: Date;
    facet: Generated<number | null>;
  };
  conversation_events: {
    id: Generated<number>;
    account_id: number;
    conversation_id: number;
    episode: number;
    kind: string;
    actor: string;
    body: Defaulted<string | null>;
    details: Defaulted<unknown>;
    event_uuid: Generated<string>;
    created_at: Date;
  };
  conversation_values: {
    conversation_id: number;
    account_id: number;
    fields: Record<string, string | number | boolean> | null;
  };
  canned_replies: {
    id: Generated<number>;
    canned_uuid: Generated<string>;
    account_id: number;
    shortcut: string;
    title: string;
    body: string;
    device_uuids: string[] | null;
    created_at: Date;
    updated_at: Date;
  };
  faqs: {
    id: Generated<number>;
    faq_uuid: Generated<string>;
    account_id: number;
    answer: string;
    questions: string[];
    enabled: Defaulted<boolean>;
    created_at: Date;
    updated_at: Date;
  };
  labels: {
    id: Generated<number>;
    account_id: number;
    name: string;
    label_uuid: Generated<string>;
    deleted_at: Defaulted<Date | null>;
    created_at: Date;
  };
  teams: {
    id: Generated<number>;
    team_uuid: Generated<string>;
    account_id: number;
    name: string;
    deleted_at: Defaulted<Date | null>;
    created_at: Date;
  };
  conversation_labels: { conversation_id: number; label_id: number; account_id: number };
  opt_outs: { account_id: number; phone: string; word: string | null; created_at: Date };
}
