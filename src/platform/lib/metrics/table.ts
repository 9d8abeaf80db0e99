type Entry = readonly [type: 'counter' | 'gauge' | 'histogram', labels: readonly string[], help: string];

/**
 * What one process counts. `/metrics` adds the label `process`: `main`, or the sessions process of a network. Labels
 * have few values: no accounts, numbers or texts.
 */
export const PROCESS_METRICS = {
  kurir_http_requests_total: [
    'counter',
    ['method', 'route', 'status'],
    'Answers, by route and class of status.',
  ],
  kurir_http_request_seconds: ['histogram', ['method', 'route'], 'Time until the answer, by route.'],
  kurir_http_errors_total: [
    'counter',
    ['code'],
    'Answers with an error, by its code. Rate limit: 429, quota: 402.',
  ],
  kurir_messages_accepted_total: ['counter', [], 'Messages accepted from API calls.'],
  kurir_message_statuses_total: [
    'counter',
    ['status', 'reason'],
    'Stored statuses of outbound messages. `reason` of a failure: its code, or `provider`.',
  ],
  kurir_webhook_attempts_total: [
    'counter',
    ['outcome'],
    'Attempts to deliver to webhooks: `delivered` or `failed`.',
  ],
  kurir_webhook_attempt_seconds: ['histogram', [], 'Time of an attempt to deliver to a webhook.'],
  kurir_log_lines_total: ['counter', ['level', 'event'], 'Warnings and errors in the log, by event.'],
  kurir_database_connections: [
    'gauge',
    ['state'],
    'Database connections of the process: `in_use`, `idle`, `most`.',
  ],
  kurir_database_waiting: ['gauge', [], 'Statements that wait for a database connection.'],
  kurir_event_loop_delay_seconds: ['gauge', ['percentile'], 'Delay of the event loop since the last scrape.'],
  kurir_memory_bytes: ['gauge', ['kind'], 'Memory of the process: `resident`, `heap`.'],
  kurir_cpu_seconds_total: ['counter', [], 'Processor time of the process.'],
  kurir_start_time_seconds: ['gauge', [], 'Start of the process, in Unix time.'],
} as const satisfies Record<string, Entry>;

/** What is the same on every process of the installation: aggregate with `max`. */
export const INSTALLATION_METRICS = {
  kurir_build_info: [
    'gauge',
    ['version', 'migration'],
    'Version of this process, and last migration of the database.',
  ],
  kurir_database_up: ['gauge', [], 'Whether the database answered. 0: the following metrics are missing.'],
  kurir_database_answer_seconds: ['gauge', [], 'Time of one small statement.'],
  kurir_database_clock_skew_seconds: ['gauge', [], 'Clock of the database minus clock of this machine.'],
  kurir_database_size_bytes: ['gauge', [], 'Size of the database.'],
  kurir_database_server_connections: ['gauge', ['state'], 'Connections to the database: `open`, `most`.'],
  kurir_disk_bytes: ['gauge', ['state'], 'Disk of the data folder of this machine: `free`, `total`.'],
  kurir_gateways: ['gauge', ['version', 'state'], 'Gateways: `running`, or `lost` within a day.'],
  kurir_gateway_roles: ['gauge', ['role'], 'Running gateways with the role.'],
  kurir_sessions_processes: ['gauge', ['network'], 'Sessions processes that work.'],
  kurir_sessions_devices: [
    'gauge',
    ['network', 'end'],
    'Devices of the sessions process with the most and the least.',
  ],
  kurir_devices: ['gauge', ['engine', 'status', 'reason'], 'Devices, without released ones.'],
  kurir_devices_offline_since_seconds: [
    'gauge',
    ['engine'],
    'Time since the last sign of life of the device that has been disconnected longest.',
  ],
  kurir_official_numbers: ['gauge', ['trouble'], 'Official numbers with `quality_red` or `token_ends_soon`.'],
  kurir_messages_queued: [
    'gauge',
    ['age'],
    'Messages that no provider has taken: `all`, and older than the age.',
  ],
  kurir_messages_oldest_seconds: [
    'gauge',
    ['engine', 'device'],
    'Age of the oldest queued message, by the status of its device.',
  ],
  kurir_deliveries: ['gauge', ['state'], 'Unsettled deliveries to webhooks: `pending`, `due`.'],
  kurir_deliveries_oldest_seconds: ['gauge', [], 'Age of the oldest due delivery. 0: none is due.'],
  kurir_webhooks: ['gauge', ['state'], 'Webhooks: `enabled`, `failing`, `disabled`.'],
  kurir_events_waiting: ['gauge', ['consumer'], 'Events that a consumer has not taken.'],
  kurir_jobs: ['gauge', ['state'], 'Jobs: `waiting`, `failing`.'],
  kurir_search_behind_messages: ['gauge', [], 'Messages after the last one in the search index.'],
  kurir_broadcasts: ['gauge', ['status'], 'Unfinished broadcasts.'],
  kurir_broadcast_recipients_waiting: [
    'gauge',
    [],
    'Recipients of running broadcasts without a message yet.',
  ],
  kurir_accounts: ['gauge', ['status'], 'Accounts.'],
  kurir_accounts_near_quota: ['gauge', ['used'], 'Accounts that have used 90 % or 100 % of their quota.'],
  kurir_language_model_tokens: ['gauge', [], 'Tokens of language models today (UTC).'],
  kurir_last_backup_age_seconds: ['gauge', [], 'Age of the last recorded backup. Missing: there is none.'],
  kurir_warnings: ['gauge', ['warning'], 'Warnings of the health page that apply now.'],
} as const satisfies Record<string, Entry>;

export const METRICS = { ...PROCESS_METRICS, ...INSTALLATION_METRICS };
export type MetricName = keyof typeof METRICS;
export type ProcessMetricName = keyof typeof PROCESS_METRICS;

type Names<Labels extends readonly string[]> = { readonly [N in keyof Labels]: string | number };
/** The values of the labels, in the order of the table. */
export type LabelsOf<Name extends MetricName> = Names<(typeof METRICS)[Name][1]>;
