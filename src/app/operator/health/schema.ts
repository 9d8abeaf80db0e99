import { z } from 'zod';
import { Backup } from '../backups/shown-backup.ts';

const WARNINGS = [
  'paused',
  'held_accounts',
  'low_disk',
  'missing_role',
  'several_versions',
  'overdue_deliveries',
  'failing_jobs',
  'no_backup',
  'old_backup',
  'failed_backup',
] as const;
export type Warning = (typeof WARNINGS)[number];

const EXAMPLE_TIME = '2025-11-21T08:15:30.000Z';
const count = (description?: string) =>
  z
    .int()
    .min(0)
    .meta({ ...(description !== undefined && { description }), examples: [0] });
const time = (description?: string) =>
  z.string().meta({
    format: 'date-time',
    ...(description !== undefined && { description }),
    examples: [EXAMPLE_TIME],
  });

const Gateway = z.object({
  host: z.string().meta({ examples: ['kurir-1'] }),
  pid: z.int().meta({ examples: [4711] }),
  version: z.string().meta({ examples: ['0.1.0'] }),
  roles: z.array(z.string()).meta({ examples: [['api', 'worker', 'sessions']] }),
  started_at: time(),
  seen_at: time('Renewed every 10 seconds.'),
  state: z.enum(['running', 'lost']).meta({ description: '`lost`: no sign of life for a minute.' }),
  is_this: z.boolean().meta({ description: 'The gateway that answers.' }),
});

const Node = z.object({
  id: z.string().meta({ format: 'uuid', examples: ['9d0c5c9e-0d0b-4d0e-8f43-0b9f1c5b7a10'] }),
  network: z.enum(['live', 'sandbox']).meta({ examples: ['live'] }),
  devices: count('Devices whose sessions it runs.'),
});

const Queues = z.object({
  messages: z
    .object({
      queued: count(),
      over_1_minute: count('Accepted more than a minute ago.'),
      over_10_minutes: count(),
      over_1_hour: count(),
      oldest_at: time('When the oldest one was accepted.').nullable(),
    })
    .meta({ description: 'Messages that no provider has taken yet.' }),
  deliveries: z
    .object({
      pending: count('With those that wait for a retry.'),
      due: count('Their time has come.'),
      oldest_due_at: time('Since when the first one is due.').nullable(),
    })
    .meta({ description: 'Deliveries of webhooks.' }),
  events: z
    .array(z.object({ consumer: z.string().meta({ examples: ['webhooks'] }), waiting: count() }))
    .meta({ description: 'Events that a consumer has not taken yet.' }),
  jobs: z
    .object({ waiting: count(), failing: count('The last attempt has failed.') })
    .nullable()
    .meta({ description: 'Periodic jobs. Null: no worker has ever run.' }),
});

const Database = z.object({
  kind: z.enum(['embedded', 'external']).meta({ description: '`external`: by DATABASE_URL.' }),
  version: z.string().meta({ examples: ['18.1'] }),
  size_bytes: count(),
  connections: count('To this database.'),
  max_connections: count('Of the server.'),
  answer_ms: count('Time of one small statement.'),
});

export const OperatorHealth = z
  .object({
    checked_at: time(),
    version: z.string().meta({ examples: ['0.1.0'] }),
    migration: z
      .string()
      .meta({ description: 'The last one of the database.', examples: ['0085_operators.sql'] }),
    warnings: z.array(z.enum(WARNINGS)).meta({
      description: 'What needs a look, the gravest first. Empty: nothing.',
      examples: [['no_backup']],
    }),
    gateways: z.array(Gateway),
    sessions: z.array(Node).meta({ description: 'Processes that keep the connections of devices.' }),
    sandbox: z.boolean().meta({ description: 'Whether this gateway has a sandbox.' }),
    database: Database,
    disk: z
      .object({ free_bytes: count(), total_bytes: count() })
      .nullable()
      .meta({ description: 'Of the data folder of this gateway. Null: the system does not say.' }),
    queues: Queues,
    accounts: z.object({ active: count(), suspended: count(), cancelled: count() }),
    devices: z.object({
      provisioned: count(),
      qr_pending: count(),
      connected: count(),
      disconnected: count(),
      banned: count(),
    }),
    webhooks: z.object({ enabled: count(), failing: count(), disabled: count() }),
    vectors: z.object({ pgvector: count(), in_process: count() }).meta({
      description: 'Accounts that search by meaning, by what compares their vectors.',
    }),
    last_backup: Backup.nullable().meta({ description: 'The last one that is done.' }),
    attention: z
      .array(
        z.object({
          account_id: z.int().meta({ examples: [1] }),
          account: z.string().meta({ examples: ['Toko Sari'] }),
          numbers: count('Not connected, banned or restricted, or with a token that ends soon.'),
          webhooks: count('Disabled by failures, or about to be.'),
        }),
      )
      .meta({ description: 'Active accounts in which something needs a person, at most 100.' }),
  })
  .meta({ id: 'OperatorHealth' });
export type OperatorHealth = z.infer<typeof OperatorHealth>;
