import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../src/context.ts';
import { openFileStore } from '../../src/files.ts';
import { insertMedia, mediaOf } from '../harness/media-rows.ts';
import { tablesOf } from '../harness/tables.ts';

const BYTES = Buffer.from('%PDF-1.4 fuzz');

/** A customer has sent a file, and it is kept. Returns the public id of the message. */
export async function keepFile(ctx: Context, account: { id: number }, deviceUuid = ''): Promise<number> {
  const device = await tablesOf(ctx.db)
    .selectFrom('devices')
    .selectAll()
    .where('device_uuid', '=', deviceUuid)
    .executeTakeFirstOrThrow();
  const size = BYTES.length;
  const sha256 = createHash('sha256').update(BYTES).digest();
  const content = {
    kind: 'document',
    mimetype: 'application/pdf',
    file_name: 'fuzz.pdf',
    size,
    sha256,
  } as const;
  const { id } = await insertMedia(ctx, device, { ...content, state: 'stored', settled_at: ctx.now() });
  // Below the ids that the account counts.
  const public_id = account.id * 1_000_000 - 1;
  await tablesOf(ctx.db).updateTable('messages').set({ public_id }).where('id', '=', id).execute();
  const { file_id } = await mediaOf(ctx, id);
  const folder = await mkdtemp(join(tmpdir(), 'kurir-fuzz-file-'));
  const path = join(folder, 'file');
  await writeFile(path, BYTES);
  await openFileStore(ctx.config).put(file_id, { path, size, sha256 });
  await rm(folder, { recursive: true });
  return public_id;
}
