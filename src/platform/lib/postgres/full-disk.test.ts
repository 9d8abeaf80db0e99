import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isDiskFull } from '../db/unavailable.ts';
import { silentLog } from '../log.ts';
import { placesIn } from './cluster.ts';
import { startServer } from './server.ts';

/** What a server writes that finds no space for its log during recovery. */
const OUTPUT = `2026-01-01 00:00:00 UTC [7]  FATAL:  could not write file "pg_wal/x.7": No space left on device
2026-01-01 00:00:00 UTC [6]  LOG:  startup process (PID 7) exited with exit code 1
2026-01-01 00:00:00 UTC [9] kurir FATAL:  the database system is not yet accepting connections`;

test('a server that does not start on a full disk is reported as a full disk, with its folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kurir-full-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const places = placesIn(path.join(folder, 'data'));
  await mkdir(places.cluster, { recursive: true });
  await writeFile(path.join(folder, 'postgres'), `#!/bin/sh\ncat >&2 <<END\n${OUTPUT}\nEND\nexit 1\n`, {
    mode: 0o755,
  });
  const plan = { places, bin: folder, user: null, systemIdentifier: '1', settings: {}, log: silentLog };

  const error = await startServer(plan).catch((failed: unknown) => failed);

  expect(error).toMatchObject({
    message: `PostgreSQL does not start: the disk of ${places.cluster} is full. Free at least 16 MiB`,
  });
  expect(isDiskFull(error)).toBe(true);
});
