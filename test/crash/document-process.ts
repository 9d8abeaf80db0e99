import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { addDocument } from '../../src/assistant/knowledge/documents/document.ts';
import { documentJob } from '../../src/assistant/knowledge/documents/document-job.ts';
import { readDocument } from '../../src/assistant/knowledge/documents/reading/document-reader.ts';
import { loadConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { chooseAccount } from '../../src/platform/accounts/choice.ts';
import type { Db } from '../../src/platform/lib/db/db.ts';
import type { FileStore } from '../../src/platform/lib/file-store/file-store.ts';
import { openFolderStore } from '../../src/platform/lib/file-store/folder-store.ts';
import { silentLog } from '../../src/platform/lib/log.ts';
import { createSecretBox } from '../../src/platform/lib/secret-box.ts';

/** The point of an upload or a reading at which the process kills itself. */
export const UPLOAD_POINTS = ['named', 'stored', 'committed'] as const;
export const READ_POINTS = ['claimed', 'copied', 'read', 'finished'] as const;
type Point = (typeof UPLOAD_POINTS)[number] | (typeof READ_POINTS)[number];

export interface DocumentProcess {
  databaseUrl: string;
  accountId: number;
  /** The file of the customer. */
  original: string;
  folder: string;
  point: Point;
}

async function runDocumentProcess({ databaseUrl, accountId, original, folder, point }: DocumentProcess) {
  const reach = (here: Point) => void (here === point && process.kill(process.pid, 'SIGKILL'));
  const opened = createContext({
    config: loadConfig({ KURIR_DATABASE_POOL: '2', KURIR_DATA_DIR: folder }),
    ...{ databaseUrl, box: createSecretBox('cd'.repeat(32)), name: 'kurir documents' },
    log: Object.assign(Object.create(silentLog), {
      info: (_fields: object, event: string) => event === 'knowledge.read' && reach('finished'),
    }),
  });
  let isStored = false;
  const db: Db = {
    ...opened.db,
    async transaction(work) {
      const result = await opened.db.transaction(work);
      if (isStored) reach('committed');
      return result;
    },
  };
  const ctx = { ...opened, db };
  const store = openFolderStore(path.join(folder, 'media'));
  const files: FileStore = {
    ...store,
    async put(...file) {
      reach('named');
      await store.put(...file);
      reach('stored');
      isStored = true;
    },
    open(...name) {
      reach('claimed');
      return store.open(...name);
    },
  };
  await mkdir(folder, { recursive: true });
  if (UPLOAD_POINTS.some((each) => each === point)) {
    const upload = path.join(folder, 'upload');
    await copyFile(original, upload);
    const document = { title: 'Garansi', format: 'txt', size: 38, path: upload } as const;
    await addDocument({ ctx, files }, await chooseAccount(ctx, accountId), document);
  } else {
    const read: typeof readDocument = async (...file) => {
      reach('copied');
      const reading = await readDocument(...file);
      reach('read');
      return reading;
    };
    await documentJob(ctx, async () => ({ folder, files, read })).run(
      { accountId },
      new AbortController().signal,
    );
  }
}

if (process.argv[1] === import.meta.filename) await runDocumentProcess(JSON.parse(process.argv[2] ?? ''));
