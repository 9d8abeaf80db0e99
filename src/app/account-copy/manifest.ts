import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MERGED_MIGRATIONS } from '../../platform/lib/db/merged-migrations.ts';
import { UUID } from '../../platform/lib/text.ts';

/** Of the files in a ZIP. A change of tables changes `schema` alone. */
export const FORMAT = 'kurir-account/1';

const MIGRATIONS = JSON.stringify(Object.entries(MERGED_MIGRATIONS).sort());
/** Rows fit tables of the same migrations alone. Their number tells who is newer. */
export const SCHEMA = {
  migrations: Object.keys(MERGED_MIGRATIONS).length,
  sha256: createHash('sha256').update(MIGRATIONS).digest('hex'),
};

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Of the ids of a table. Far more than an installation will ever have, far fewer than there are. */
const MAX_SPAN = 2 ** 40;
const Range = z
  .object({ min: z.int().min(1), max: z.int() })
  .refine(({ min, max }) => max >= min && max - min < MAX_SPAN, 'is no range of ids');
export type Range = z.infer<typeof Range>;

export const Manifest = z.object({
  format: z.string(),
  schema: z.object({ migrations: count, sha256 }),
  kurir: z.string(),
  exported_at: z.iso.datetime(),
  account: z.object({
    id: z.int().min(1),
    name: z.string().min(1).max(1_000),
    plan: z.string().min(1).max(1_000),
    kind: z.enum(['live', 'sandbox']),
    country_code: z.string().max(10),
    /** JSON of the other columns of the account. */
    settings: z.string().max(100_000),
  }),
  /** Tells whether an installation has the same secret key. */
  key_check: sha256,
  /** The ids of each table, and those that others refer to. */
  ids: z.record(z.string(), Range),
  tables: z.array(z.object({ name: z.string().max(63), rows: count, bytes: count, sha256 })).max(1_000),
  files: z.object({ stored: count, bytes: count, missing: count, sha256 }),
  /** For people: what the new owner gives again. */
  enter_again: z.array(z.object({ what: z.string(), names: z.array(z.string()), how: z.string() })),
  /** For people: tables that stay, with the reason. */
  left_out: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST = 'manifest.json';
/** A line for each stored file. */
export const FILE_LIST = 'files.jsonl';
export const tableEntry = (table: string) => `tables/${table}.jsonl`;
export const fileEntry = (name: string) => `files/${name}`;

export const ENTRY = new RegExp(
  `^(${MANIFEST.replace('.', '\\.')}|files\\.jsonl|tables/[a-z_]{1,63}\\.jsonl|files/${UUID}(\\.thumbnail)?)$`,
);

/** `name` in the ZIP; `kind` tells which rows name it. */
export const FileLine = z.object({
  kind: z.enum(['upload', 'media']),
  name: z.string().regex(new RegExp(`^${UUID}$`)),
  size: count,
  sha256,
  has_thumbnail: z.boolean(),
});
export type FileLine = z.infer<typeof FileLine>;
