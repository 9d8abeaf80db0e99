import { PLANNER_SETTINGS } from '../db/planner.ts';

/**
 * How the embedded server differs from PostgreSQL's defaults, for a small machine (2 cores) that runs everything.
 * The first three are defaults too. They are listed because the promise "a 202 is never lost" rests on them.
 */
export const SERVER_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // Reached by this machine alone; socket files would fail on folders with long names.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  password_encryption: 'scram-sha-256',
  // Every process keeps a small pool; commands and tests come on top.
  max_connections: '200',
  // Pages also sit in the system's cache, and memory is shared with the gateway.
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  // A crash replays at most this much log, which keeps recovery to seconds.
  max_wal_size: '1GB',
  wal_buffers: '16MB',
  // Before it recovers, the server flushes what the system may still hold: one call instead of one per file.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // Spread over the interval: a checkpoint must not stall the accept path.
  checkpoint_completion_target: '0.9',
  // Queue tables change all the time and stay small only when vacuum comes often.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_max_workers: '2',
  // Also for clients other than Kurir. Without parallel workers nothing needs a large /dev/shm, small in containers.
  ...PLANNER_SETTINGS,
  max_parallel_maintenance_workers: '0',
  // No standbys, no subscriptions: their processes are not started.
  max_wal_senders: '0',
  max_logical_replication_workers: '0',

  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // The log holds no data of customers: no statements, and no details such as the key of a duplicate.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %a ',
} satisfies Record<string, string>;
