import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The setting for a new folder for files of customers. */
export async function mediaFolder(
  cleanup: (end: () => Promise<void>) => void = onTestFinished,
): Promise<{ KURIR_MEDIA_DIR: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kurir-files-'));
  cleanup(() => rm(folder, { recursive: true, force: true }));
  return { KURIR_MEDIA_DIR: folder };
}
