import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey } from '../../src/platform/accounts/key.ts';
import { MERGED_MIGRATIONS } from '../../src/platform/lib/db/merged-migrations.ts';
import { openFolderStore } from '../../src/platform/lib/file-store/folder-store.ts';
import { migrateJobs } from '../../src/platform/lib/jobs.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import type { Cleanup } from '../harness/database.ts';
import { openOldDatabase } from '../harness/old-database.ts';
import { OLD_ROWS, type OldValues } from '../upgrade/old-rows.ts';

const FIRST = '0007';
/** Nothing of another account may leave. */
export const MARK_OF_OTHERS = 'rahasia-tetangga';
/** What must never leave. */
export const SECRETS = ['kata-sandi-ani', 'rahasia-webhook', 'rahasia-alur'];
export const UPLOAD = Buffer.from('daftar harga');
export const PHOTO = Buffer.from('foto kue');

/** Row of every kind for account 1, as each version has written them, with files and secrets. */
export async function richDatabase(cleanup: Cleanup): Promise<{ url: string; apiKey: string }> {
  const [key, suspended] = [generateKey(randomBytes), generateKey(randomBytes)];
  const values: OldValues = {
    ...{ keyId: key.id, keyHash: key.secret_hash, webhookUrl: 'https://toko.example.com/hook' },
    ...{ suspendedKeyId: suspended.id, suspendedKeyHash: suspended.secret_hash },
    webhookSecret: Buffer.from('rahasia-webhook'),
  };
  const old = await openOldDatabase(undefined, cleanup);
  const numbers = Object.keys(MERGED_MIGRATIONS).map((name) => name.slice(0, 4));
  for (const last of numbers.filter((number) => number >= FIRST).sort()) {
    await old.migrateTo((number) => number <= last);
    await old.client.query(OLD_ROWS[last]?.(values) ?? '');
  }
  await old.client.query(COMPLETED);
  await migrateJobs(old.url, silentLog);
  return { url: old.url, apiKey: key.api_key };
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** What the rows of the versions leave open, or name as only one database can. */
const COMPLETED = `
  update erasures set finished_at = now(), subject = null;
  update assistant_judgements set decision_uuid = gen_random_uuid();
  update users set password_hash = 'kata-sandi-ani' where account_id = 1;
  update flow_secrets set sealed = 'rahasia-alur';
  update uploads set size = ${UPLOAD.length}, sha256 = '\\x${sha256(UPLOAD)}' where state = 'stored';
  insert into message_media (message_id, account_id, device_id, kind, state, mimetype, size, sha256, next_attempt_at,
    created_at)
  select m.id, 1, m.device_id, 'image', 'stored', 'image/jpeg', ${PHOTO.length}, '\\x${sha256(PHOTO)}', now(), now()
  from messages m where account_id = 1 and direction = 'in'
    and not exists (select from message_media where message_id = m.id) order by id limit 1;
  update messages set media_url = 'kurir-media:1/' || (select id from uploads where state = 'stored' limit 1)
  where id = (select min(id) from messages where account_id = 1 and direction = 'out');
  insert into entry_point_slugs (slug, account_id, entry_point_id, created_at)
  select slug, 1, id, now() from entry_points where account_id = 1 and slug is not null;
  insert into entry_point_clicks (entry_point_id, day, clicks)
  select id, current_date, 3 from entry_points where account_id = 1 limit 1;
  insert into entry_point_logos (entry_point_id, picture, updated_at)
  select id, '\\x89', now() from entry_points where account_id = 1 limit 1;
  insert into contacts (account_id, place, phone, name, created_at, updated_at)
  values (2, 0, '6281299999999', '${MARK_OF_OTHERS}', now(), now());
  insert into messages (account_id, device_id, direction, type, status, phone, body, created_at)
  select 2, id, 'in', 'text', 'received', '6281299999999', '${MARK_OF_OTHERS}', now()
  from devices where account_id = 2`;

/** The bytes of the stored files of account 1. */
export async function putFiles(
  query: (text: string) => Promise<{ rows: { name: string }[] }>,
  folder: string,
) {
  const store = openFolderStore(folder);
  await mkdir(folder);
  const put = async (text: string, content: Buffer) => {
    for (const { name } of (await query(text)).rows) {
      const path = join(folder, 'new');
      await writeFile(path, content);
      await store.put(name, {
        path,
        size: content.length,
        sha256: createHash('sha256').update(content).digest(),
      });
    }
  };
  await put(`select id as name from uploads where state = 'stored'`, UPLOAD);
  await put(`select file_id as name from message_media where sha256 = '\\x${sha256(PHOTO)}'`, PHOTO);
  return store;
}
