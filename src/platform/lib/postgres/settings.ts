import { PLANNER_SETTINGS } from '../db/planner.ts';

/** For 2 cores. "A 202 is never lost" depends on the first three. */
export const SERVER_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // No other user can take the place of a socket here.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',
  max_connections: '200',
  // The system caches pages too.
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  // Keeps recovery to seconds.
  max_wal_size: '1GB',
  wal_buffers: '16MB',
  // One call instead of one per file.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
  // Must not delay accepted messages.
  checkpoint_completion_target: '0.9',
  // Queue tables need frequent vacuums.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_max_workers: '2',
  // Containers lack the /dev/shm of parallel workers.
  ...PLANNER_SETTINGS,
  max_parallel_maintenance_workers: '0',
  // For a backup, which must not fill the disk with the log that it needs.
  max_wal_senders: '2',
  max_replication_slots: '1',
  max_slot_wal_keep_size: '8GB',
  max_logical_replication_workers: '0',

  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // No data of customers.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %a ',
} satisfies Record<string, string>;

/** Of a server with 512 MiB, in place of the others. */
export const SMALL_SERVER = {
  max_connections: '60',
  shared_buffers: '32MB',
  effective_cache_size: '128MB',
  max_wal_size: '256MB',
  wal_buffers: '1MB',
} satisfies Partial<typeof SERVER_SETTINGS>;
