import { PLANNER_SETTINGS } from '../db/planner.ts';

/**
 * For a small machine (2 cores). The first three are defaults, listed because "a 202 is never lost" depends
 * on them.
 */
export const SERVER_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // The socket is in the data folder, where other users cannot take its place. The server starts there.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',
  // Every process has a small pool; commands and tests add more.
  max_connections: '200',
  // The cache of the system holds pages too.
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  // Keeps recovery to seconds.
  max_wal_size: '1GB',
  wal_buffers: '16MB',
  // Recovery flushes with one call instead of one per file.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // A checkpoint must not delay accepted messages.
  checkpoint_completion_target: '0.9',
  // Queue tables stay small only with frequent vacuums.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_max_workers: '2',
  // Also for other clients. Parallel workers need a large /dev/shm, which containers lack.
  ...PLANNER_SETTINGS,
  max_parallel_maintenance_workers: '0',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',

  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // No data of customers: no statements, no details such as duplicate keys.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %a ',
} satisfies Record<string, string>;
