import { randomBytes, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { InvalidConfig } from '../../../config.ts';
import { codeOf } from '../../../platform/lib/error-code.ts';

const Identity = z.object({
  /** Secret: proves that two folders are one installation. */
  id: z.string().regex(/^[0-9a-f]{64}$/),
  folder: z.string(),
  /** Originals of an adopted copy: none runs beside it, unless paused. */
  replaces: z.array(z.string()).default([]),
  paused: z.object({ since: z.string(), original: z.string().nullable() }).nullable().default(null),
});
export type Identity = z.infer<typeof Identity>;

export const newId = () => randomBytes(32).toString('hex');

export const identityPath = (folder: string) => join(folder, 'identity.json');

/** Null without the file. InvalidConfig for a damaged one. */
export async function readIdentity(folder: string): Promise<Identity | null> {
  const path = identityPath(folder);
  try {
    return Identity.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return null;
    throw new InvalidConfig(
      `${path} ${code ? `cannot be read (${code})` : 'is damaged'}. Restore the file from a backup. Without a ` +
        'backup, delete it if no copy of this folder is in use anywhere',
    );
  }
}

/** Atomic and on disk: a crash keeps the pause. */
export async function writeIdentity(folder: string, identity: Identity): Promise<void> {
  const path = identityPath(folder);
  const draft = `${path}.${randomUUID()}`;
  // A link could lead root elsewhere.
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(identity)}\n`);
    const { uid, gid } = await stat(folder);
    if (process.getuid?.() === 0 && uid !== 0) await file.chown(uid, gid);
    await file.sync();
    await file.close();
    await rename(draft, path);
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
}
