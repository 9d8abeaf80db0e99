import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import type { FileOutcome, FileRequest } from '../../src/gateway/engines/inbound-file.ts';
import { MediaWorker } from '../../src/gateway/messages/media/media-worker.ts';
import { openFolderStore } from '../../src/platform/lib/file-store/folder-store.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { openPictures } from '../../src/platform/lib/media/pictures.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';
import { openTempFolder } from '../../src/platform/lib/temp-folder.ts';

/** The point of a fetch at which the process kills itself. */
export const MEDIA_POINTS = [
  'claimed',
  'half downloaded',
  'downloaded',
  'thumbnail kept',
  'kept',
  'settled',
] as const;
export type MediaPoint = (typeof MEDIA_POINTS)[number];

/** Of its connections to the database. */
export const MEDIA_PROCESS_NAME = 'kurir media';

export interface MediaProcess {
  databaseUrl: string;
  secretKey: string;
  /** For kept and for unchecked files. */
  dataDir: string;
  /** The file that the customer sent. */
  original: string;
  /** Null: it stays alive. */
  point: MediaPoint | null;
}

/** Fetches files as the worker of a gateway does. */
export async function startMediaProcess({ dataDir, original, point, ...rest }: MediaProcess) {
  const reach = (here: MediaPoint) => void (here === point && process.kill(process.pid, 'SIGKILL'));
  const ctx = createContext({
    config: loadConfig({ KURIR_DATABASE_POOL: '2' }),
    databaseUrl: rest.databaseUrl,
    box: createSecretBox(rest.secretKey),
    log: Object.assign(Object.create(silentLog), {
      info: (_fields: object, event: string) => event === 'media.stored' && reach('settled'),
    }),
    name: MEDIA_PROCESS_NAME,
  });
  const store = openFolderStore(path.join(dataDir, 'media'));
  const files: typeof store = {
    ...store,
    async put(name, file, signal) {
      await store.put(name, file, signal);
      reach(name.endsWith('.thumbnail') ? 'thumbnail kept' : 'kept');
    },
  };
  const source = { fetch: (request: FileRequest) => download(original, request, reach) };
  const engines = { economy: source, official_cloud: source };
  const pictures = openPictures();
  const folder = await openTempFolder(dataDir, 'inbound');
  const worker = new MediaWorker(ctx, {
    ...{ files, pictures, folder: folder.path, reserveBytes: 0, pollMs: 50 },
    sources: { live: engines, sandbox: engines },
    maxBytes: { image: 1e6, video: 1e6, audio: 1e6, document: 1e6 },
  });
  worker.start();
  let stopping: Promise<unknown> | null = null;
  const stop = () => {
    stopping ??= worker.stop().then(() => Promise.all([pictures.close(), folder.remove(), ctx.close()]));
    return stopping.then(() => {});
  };
  return { files, stop };
}

async function download(
  original: string,
  { path: target }: FileRequest,
  reach: (point: MediaPoint) => void,
): Promise<FileOutcome> {
  reach('claimed');
  const bytes = await readFile(original);
  await writeFile(target, bytes.subarray(0, bytes.length / 2), { mode: 0o600 });
  reach('half downloaded');
  await writeFile(target, bytes);
  reach('downloaded');
  return { outcome: 'saved', size: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
}

if (process.argv[1] === import.meta.filename) await startMediaProcess(JSON.parse(process.argv[2] ?? ''));
