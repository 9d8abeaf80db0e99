import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Insertable } from 'kysely';
import type { Context } from '../../src/context.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import { placeOf } from '../../src/platform/lib/file-store/file-store.ts';
import type { Service } from './service.ts';
import { type Tables, tablesOf } from './tables.ts';

/** A stored picture of five bytes. Its id. */
export async function insertUpload(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  { id: account_id }: { id: number },
  columns: Partial<Insertable<Tables['uploads']>> = {},
): Promise<string> {
  const content = { type: 'image', mimetype: 'image/jpeg', file_name: 'kue.jpg', size: 5 } as const;
  const { id } = await tablesOf(db)
    .insertInto('uploads')
    .values({
      ...{ account_id, state: 'stored', ...content, sha256: randomBytes(32) },
      ...{ expires_at: new Date(now().getTime() + DAY), created_at: now(), ...columns },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = join(config.KURIR_MEDIA_DIR ?? '', placeOf(id));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'bytes');
  return id;
}

/** A stored file, and one of which nothing has arrived. */
export async function giveUploads(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  account: { id: number },
  name: string,
) {
  const upload = await insertUpload(ctx, account, { file_name: name });
  const text = `insert into partial_uploads (account_id, file_name, length, expires_at, created_at)
    values ($1, $2, 9, $3, $3) returning id`;
  const values = [account.id, name, new Date(ctx.now().getTime() + DAY)];
  const { rows } = await ctx.db.query<{ id: string }>({ text }, values);
  return { upload, 'partial upload': rows[0]?.id ?? '' };
}

export interface Upload {
  name?: string;
  contentType?: string;
  /** As `?type=`. */
  type?: string;
}

/** Uploads as a program does: multipart with a name, else as the whole body. */
export async function upload(
  { http }: Pick<Service, 'http'>,
  apiKey: string,
  bytes: Buffer,
  { name, contentType = 'application/octet-stream', type }: Upload = {},
) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: contentType }), name);
  const encoded = new Response(form);
  const isForm = name !== undefined;
  const answer = await http.inject({
    method: 'POST',
    url: `/v1/media${type === undefined ? '' : `?type=${type}`}`,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': isForm ? (encoded.headers.get('content-type') ?? '') : contentType,
    },
    payload: isForm ? Buffer.from(await encoded.arrayBuffer()) : bytes,
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** All files below the folders. */
export async function filesBelow(...folders: string[]): Promise<string[]> {
  const lists = folders.map(async (folder) => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name, parentPath }) => join(parentPath, name));
  });
  return (await Promise.all(lists)).flat();
}
