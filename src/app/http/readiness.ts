import type { Context } from '../../context.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { ping, proveDiskSpace } from '../../platform/lib/db/db.ts';
import { isDatabaseUnavailable, isDiskFull, isOutOfFiles } from '../../platform/lib/db/unavailable.ts';
import { ALMOST_FULL_MIB, isDiskAlmostFull } from '../../platform/lib/disk-space.ts';
import { NotReady } from '../../platform/lib/http/health.ts';

/** Each proof writes. */
const PROVEN_FOR_MS = 5 * SECOND;

/** NotReady: a role that does not run, a full disk, or no database. */
export function openReadiness(ctx: Context, missing: () => string | null = () => null): () => Promise<true> {
  let provenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (!ctx.config.DATABASE_URL && (await isDiskAlmostFull(ctx.config.KURIR_DATA_DIR))) {
      throw new NotReady(`Not ready: the disk of the data folder has less than ${ALMOST_FULL_MIB} MiB free.`);
    }
    try {
      await ping(ctx.db);
      if (performance.now() - provenAt >= PROVEN_FOR_MS) {
        await proveDiskSpace(ctx.db);
        provenAt = performance.now();
      }
    } catch (error) {
      throw asReason(error);
    }
    const lacking = missing();
    if (lacking !== null) throw new NotReady(`Not ready: ${lacking}.`);
    return true;
  };
}

const NO_FILES = 'Not ready: the disk of the database takes no more files. Free space, or inodes (df -i).';

function asReason(error: unknown): unknown {
  if (isOutOfFiles(error)) return new NotReady(NO_FILES, { cause: error });
  if (isDiskFull(error)) return new NotReady('Not ready: the disk of the database is full.');
  if (!isDatabaseUnavailable(error)) return error;
  const text = 'Not ready: the database does not answer. Kurir goes on by itself when it answers again.';
  return new NotReady(text, { cause: error });
}
