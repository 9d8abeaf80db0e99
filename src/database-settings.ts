import { z } from 'zod';
import { isDatabaseUrl } from './platform/lib/db/database-url.ts';

/** How processes use the database. */
export const DATABASE_SETTINGS = {
  KURIR_DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(10)
    .describe('Maximum number of database connections of each process.'),
  KURIR_DATABASE_PREPARED: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether connections keep prepared statements and settings. `off` is for a pooler in transaction mode.',
    ),
  KURIR_DATABASE_DIRECT_URL: z
    .string()
    .refine(isDatabaseUrl)
    .meta({ format: 'uri' })
    .optional()
    .describe('Address of the server behind a pooler, for LISTEN, migrations and jobs. Unset: DATABASE_URL.'),
  KURIR_DATABASE_OWNER_URL: z
    .string()
    .refine(isDatabaseUrl)
    .meta({ format: 'uri' })
    .optional()
    .describe(
      'Address with the role that owns the tables, for migrations. The role of DATABASE_URL then needs no right to ' +
        'create anything: Kurir grants it the rows. Unset: DATABASE_URL.',
    ),
  KURIR_DATABASE_SILENCE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(600)
    .default(10)
    .describe(
      'Seconds without any answer from the database after which Kurir gives up a statement. The request gets 503.',
    ),
};
