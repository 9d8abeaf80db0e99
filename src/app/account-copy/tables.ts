import { FAILURES } from '../../gateway/messages/queue/failures.ts';

/** How the rows of one table leave and arrive. In the order of their arrival: what a row refers to comes first. */
export interface CopiedTable {
  name: string;
  /** SQL condition for the rows of the account `$1`. Default: its `account_id`. */
  of?: string;
  /** A column with a unique number: rows are read in its order. Default: `id`, else the primary key. */
  walk?: string;
  /** Where bigints of the table lead, beside `REFERENCES`. */
  refs?: Readonly<Record<string, string>>;
  /** A column with names of stored files, which are known in the installation alone. */
  names?: string;
  /** Columns that never leave. */
  never?: readonly string[];
  /**
   * SQL: values at the arrival, for a row `r` of the file and the account `$2`. `{column}`: its new id.
   * `{key of table}`: the new id of a text.
   */
  set?: Readonly<Record<string, string>>;
  /** Of customers: what looks like an id of the account is not one. */
  isText?: true;
  /** Readable with the secret key of the installation alone. */
  needsSameKey?: true;
}

const within = (column: string, parent: string, key = 'id') =>
  `${column} in (select ${key} from ${parent} where account_id = $1)`;

/** SQL: the broadcast of a message waits for its owner, and can send it. */
const WAITS = `r.status = 'queued' and not r.maybe_written and exists (
  select from broadcasts b where b.account_id = $2 and b.id = {broadcast_id} and b.status = 'paused')`;
const FAILS = `r.status = 'queued' and not (${WAITS})`;
/** SQL: the file has arrived. */
const ARRIVED = (name: string) => `exists (select from document_uploads where file_id = ${name})`;
/** SQL: a device without credentials. Live chats need none. */
const device = (value: string, kept: string) =>
  `case when r.released_at is null and r.engine <> 'widget' then ${value} else r.${kept} end`;
const SLUG = `case when exists (select from entry_point_slugs o where o.slug = r.slug and o.account_id <> $2)
  then left(r.slug, 40) || '-' || $2::text else r.slug end`;
/** The owner gives a new secret. */
const PLACEHOLDER = `'\\x00'::bytea`;

export const COPIED: readonly CopiedTable[] = [
  { name: 'usage_months' },
  {
    name: 'users',
    never: ['password_hash', 'totp_secret', 'totp_confirmed_at', 'totp_step', 'oidc_subject', 'is_operator'],
    set: { status: `case when r.status = 'disabled' then r.status else 'invited' end` },
  },
  { name: 'user_renames' },
  { name: 'notice_settings', walk: 'user_id' },
  {
    name: 'devices',
    never: ['official_app_secret', 'official_token_expires_at', 'official_account_told_at'],
    set: {
      network: '(select kind from accounts where id = $2)',
      status: device(
        `case when r.status in ('provisioned', 'qr_pending') then 'provisioned' else 'disconnected' end`,
        'status',
      ),
      reason: device(
        `case when r.status not in ('provisioned', 'qr_pending') then 'credentials_missing' end`,
        'reason',
      ),
      wanted: device(`'idle'`, 'wanted'),
      restriction: 'null',
      restricted_until: 'null',
      restriction_lapses_at: 'null',
      official_phone_number_id: `case when not exists (select from devices d
        where d.network = r.network and d.official_phone_number_id = r.official_phone_number_id
          and d.released_at is null) then r.official_phone_number_id end`,
    },
  },
  { name: 'channels' },
  { name: 'channel_devices', of: within('channel_id', 'channels') },
  { name: 'device_groups', of: within('device_id', 'devices') },
  { name: 'user_devices' },
  { name: 'business_hours', walk: 'coalesce(device_id, 0)' },
  { name: 'template_books' },
  { name: 'templates', of: within('book_id', 'template_books') },
  {
    name: 'uploads',
    names: 'id',
    isText: true,
    of: `account_id = $1 and state = 'stored' and expires_at > now()`,
    set: { state: `case when ${ARRIVED('{id}')} then 'stored' else 'removed' end` },
  },
  { name: 'tags' },
  { name: 'contact_books' },
  { name: 'contact_fields' },
  { name: 'contact_segments' },
  {
    name: 'contacts',
    isText: true,
    set: {
      fields: `(select jsonb_object_agg(moved, value) from (
        select {key of contact_fields} as moved, value from jsonb_each(r.fields)
      ) f where moved is not null)`,
    },
  },
  { name: 'contact_tags' },
  { name: 'contact_blocks', refs: { list: 'tags' } },
  { name: 'opt_outs', isText: true },
  { name: 'opt_out_changes', isText: true },
  { name: 'kept_opt_outs', needsSameKey: true },
  { name: 'people', refs: { merged_into: 'people' } },
  { name: 'person_identities', isText: true },
  { name: 'person_matches' },
  { name: 'person_merges' },
  { name: 'erasures', never: ['subject'] },
  {
    name: 'broadcasts',
    refs: { retry_of: 'broadcasts' },
    set: {
      status: `case when r.status in ('draft', 'scheduled', 'running') then 'paused' else r.status end`,
      reason: `case when r.status in ('completed', 'cancelled') then r.reason else 'paused_by_user' end`,
      waits_for: 'null',
    },
  },
  { name: 'broadcast_targets', of: within('broadcast_id', 'broadcasts') },
  { name: 'broadcast_tallies', of: within('broadcast_id', 'broadcasts') },
  { name: 'entry_points', set: { slug: SLUG } },
  { name: 'entry_point_slugs', set: { slug: SLUG } },
  { name: 'entry_point_clicks', of: within('entry_point_id', 'entry_points') },
  { name: 'entry_point_logos', of: within('entry_point_id', 'entry_points') },
  { name: 'widgets', never: ['identity_secret'], set: { identity_secret: PLACEHOLDER } },
  { name: 'teams' },
  { name: 'team_members' },
  { name: 'labels' },
  { name: 'conversations', refs: { merged_into: 'conversations' }, set: { label_count: '0' } },
  { name: 'conversation_parts', of: within('conversation_id', 'conversations') },
  { name: 'conversation_labels' },
  { name: 'official_histories', walk: 'block', refs: { block: 'official_histories' } },
  {
    name: 'messages',
    isText: true,
    never: ['prepared'],
    set: {
      status: `case when ${FAILS} then 'failed' else r.status end`,
      due: 'false',
      held: WAITS,
      maybe_written: `r.maybe_written and r.status <> 'queued'`,
      reserved_wa_id: `case when r.status <> 'queued' then r.reserved_wa_id end`,
      resent_at: `case when r.status <> 'queued' then r.resent_at end`,
      kept_reason: 'null',
      error_code: `case when not (${FAILS}) then r.error_code
        when r.maybe_written then 'outcome_unknown' else 'account_imported' end`,
      error_message: `case when not (${FAILS}) then r.error_message
        when r.maybe_written then '${FAILURES.outcome_unknown}' else '${FAILURES.account_imported}' end`,
      public_id: `case when r.direction = 'out' then coalesce(r.public_id, r.id) end`,
      // JSON can write the address in several ways.
      media_url: `regexp_replace(r.media_url, '^kurir-media:[0-9]+/', 'kurir-media:' || $2 || '/')`,
    },
  },
  { name: 'message_changes', isText: true },
  {
    name: 'message_media',
    walk: 'message_id',
    names: 'file_id',
    isText: true,
    never: ['source', 'claim_id'],
    set: {
      state: `case when r.state = 'stored' and not ${ARRIVED('{file_id}')} then 'removed'
        when r.state = 'waiting' then 'failed' else r.state end`,
      reason: `case when r.state = 'waiting' then 'expired'
        when r.state = 'stored' and not ${ARRIVED('{file_id}')} then 'expired' else r.reason end`,
      removed_at: `case when r.state = 'removed' or r.state = 'stored' and not ${ARRIVED('{file_id}')}
        then coalesce(r.removed_at, now()) end`,
    },
  },
  { name: 'message_counters' },
  { name: 'message_costs' },
  { name: 'counted_messages' },
  { name: 'counted_recipients', of: within('broadcast_id', 'broadcasts') },
  { name: 'retention_settings' },
  {
    name: 'conversation_values',
    isText: true,
    set: {
      fields: `(select jsonb_object_agg(moved, value) from (
        select {key of contact_fields} as moved, value from jsonb_each(r.fields)
      ) f where moved is not null)`,
    },
  },
  { name: 'conversation_events' },
  { name: 'mentions' },
  { name: 'conversation_touches' },
  { name: 'canned_replies' },
  { name: 'inbox_views' },
  { name: 'inbox_macros' },
  { name: 'open_answers' },
  { name: 'answers', refs: { id: 'open_answers' } },
  { name: 'unsent_answers', of: within('conversation_id', 'conversations') },
  // A planned question has its job here.
  {
    name: 'conversation_ratings',
    of: 'account_id = $1 and asked_at is not null',
    refs: { asking_id: 'messages', rated_id: 'messages', comment_id: 'messages' },
  },
  { name: 'auto_assignments' },
  { name: 'new_senders' },
  { name: 'automation_accounts' },
  { name: 'automation_ignored_phones', isText: true },
  { name: 'auto_replies' },
  { name: 'auto_reply_pauses', of: within('conversation_id', 'conversations') },
  { name: 'automation_decisions', of: `account_id = $1 and state = 'decided'` },
  { name: 'assistants' },
  { name: 'assistant_chats', walk: 'conversation_id', never: ['subject'] },
  { name: 'assistant_evaluations', of: 'account_id = $1 and due_at is null' },
  { name: 'assistant_judgements', of: `account_id = $1 and state = 'settled'` },
  { name: 'assistant_test_questions' },
  { name: 'language_models', never: ['api_key'] },
  { name: 'language_model_days' },
  { name: 'knowledge_books' },
  { name: 'faqs' },
  {
    name: 'knowledge_sites',
    never: ['claim_id'],
    set: { due_at: `case when r.due_at is not null then now() end` },
  },
  {
    name: 'documents',
    never: ['claim_id', 'claimed_until'],
    set: {
      state: `case when r.state in ('waiting', 'reading') then 'failed' else r.state end`,
      problem: `case when r.state in ('waiting', 'reading') then 'file_lost' else r.problem end`,
    },
  },
  { name: 'passages' },
  { name: 'site_pages', of: within('site_id', 'knowledge_sites') },
  { name: 'knowledge_tables' },
  { name: 'knowledge_table_rows', of: within('table_id', 'knowledge_tables') },
  { name: 'knowledge_gaps' },
  { name: 'gap_questions', of: within('gap_id', 'knowledge_gaps') },
  { name: 'unanswered_questions', walk: 'message_id' },
  { name: 'flows' },
  { name: 'flow_versions' },
  { name: 'flow_simulations' },
  // After the timeline: its rows are announced to webhooks.
  {
    name: 'webhooks',
    never: ['secret', 'previous_secrets', 'previous_secret_until'],
    set: {
      secret: PLACEHOLDER,
      status: `'disabled'`,
      disabled_at: `coalesce(r.disabled_at, now())`,
    },
  },
];

const SECRET = 'It holds secrets, and secrets do not leave.';
const QUEUE = 'It waits to be done by this installation. Done twice, it could reach customers twice.';
const DERIVED = 'It is made again from what is copied.';
const LOG = 'It tells what happened in this installation.';
const SOON_GONE = 'It is needed for some minutes or hours alone.';
const INSTALLATION = 'It belongs to the installation, not to an account.';

/** Tables that stay, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  account_exports: INSTALLATION,
  account_storage: DERIVED,
  accounts: 'Its one row is in the manifest.',
  api_keys: 'Keys are stored as hashes. The import makes a new key.',
  assistant_models: 'It is trained again from what is copied.',
  assistant_trainings: QUEUE,
  audit_log: LOG,
  automation_turns: QUEUE,
  backups: INSTALLATION,
  contact_bulk_pieces: SOON_GONE,
  contact_bulks: SOON_GONE,
  contact_import_changes: SOON_GONE,
  contact_imports: SOON_GONE,
  contact_numbers: DERIVED,
  conversation_viewers: SOON_GONE,
  device_leases: INSTALLATION,
  device_pairings: SECRET,
  device_passkeys: SECRET,
  device_typed_codes: SECRET,
  document_files: 'The file of a document is needed until it is read. The text is copied.',
  document_uploads: 'The file of a document is needed until it is read. The text is copied.',
  due_read_receipts: QUEUE,
  embedding_books: DERIVED,
  embedding_renewals: QUEUE,
  embeddings: DERIVED,
  event_backlog: QUEUE,
  event_subscriptions: DERIVED,
  events: LOG,
  flow_secrets: SECRET,
  flow_sessions: 'A flow that runs would go on in both installations. It ends, and the chat stays.',
  gateways: INSTALLATION,
  group_questions: 'The network says it again.',
  knowledge_table_changes: QUEUE,
  kurir_migrations: INSTALLATION,
  login_attempts: INSTALLATION,
  message_rates: INSTALLATION,
  messaging_allowances: 'The provider says it again.',
  network_files: SECRET,
  partial_upload_parts: QUEUE,
  partial_uploads: 'What has not arrived whole is sent again.',
  number_checks: 'The network says it again.',
  official_listening: INSTALLATION,
  official_updates: QUEUE,
  plans: INSTALLATION,
  push_keys: INSTALLATION,
  push_subscriptions: SECRET,
  quick_replies: SOON_GONE,
  rate_windows: SOON_GONE,
  recovery_codes: SECRET,
  request_log: LOG,
  sandbox_numbers: INSTALLATION,
  search_progress: INSTALLATION,
  search_texts: DERIVED,
  session_creds: SECRET,
  session_keys: SECRET,
  session_nodes: INSTALLATION,
  settings: INSTALLATION,
  storage_changes: DERIVED,
  stream_accounts: LOG,
  stream_changes: LOG,
  stream_clients: SOON_GONE,
  stream_log: LOG,
  user_links: SECRET,
  user_notices: 'They tell users of this installation. What lasts is noticed again.',
  user_presence: SOON_GONE,
  user_sessions: SECRET,
  webhook_attempts: LOG,
  webhook_deliveries: QUEUE,
  webhook_paces: INSTALLATION,
  widget_codes: SOON_GONE,
};
