import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import type { AccountJob } from '../../../platform/lib/jobs.ts';
import { changeKnowledge } from '../change.ts';
import { READER_LIMITS, type ReaderLimits, type Reading, readDocument } from './reading/document-reader.ts';
import { enqueueReading, READING } from './reading-due.ts';
import { type DocumentProblem, MAX_TEXT_OF_ACCOUNT } from './schema.ts';
import * as store from './store.ts';
import { copyUpload } from './upload-files.ts';
import { releaseUpload } from './upload-files-store.ts';

export interface DocumentJobOptions {
  files: FileStore;
  /** For the file in work. */
  folder: string;
  limits?: ReaderLimits;
  /** For tests. Default: readDocument. */
  read?: typeof readDocument;
}

/** Each of another account. */
const SLOTS = 2;
const COPY_MS = MINUTE;
/** While the storage of files does not answer. */
const STORAGE_WAIT_MS = 30 * SECOND;
const PROGRESS_MS = SECOND;
/** A file that ends its process each time is given up. */
const MAX_ATTEMPTS = 3;

/** Accounts take turns by the time that they use. */
export const documentJob = (ctx: Context, open: () => Promise<DocumentJobOptions>): AccountJob => ({
  name: READING,
  slots: SLOTS,
  due: () => store.listWaitingAccounts(ctx.db, {}),
  async run({ accountId }, stopping) {
    const options = await open();
    const claimId = randomUUID();
    const claimed = await store.claimDocument(ctx.db, { accountId, claimId, now: ctx.now() });
    if (!claimed) return;
    const path = join(options.folder, claimId);
    const beganAt = ctx.now().getTime();
    let waitMs = 0;
    try {
      const reading = await readClaimed(ctx, options, { claimed, claimId, path, stopping });
      if (stopping.aborted || reading === null)
        await store.releaseDocument(ctx.db, { id: claimed.id, claimId });
      stopping.throwIfAborted();
      if (reading === null) waitMs = STORAGE_WAIT_MS;
      else await finish(ctx, { claimed, claimId, reading, usedMs: ctx.now().getTime() - beganAt });
    } finally {
      await rm(path, { force: true });
    }
    await enqueueReading(ctx, ctx.db, accountId, waitMs);
  },
});

interface InWork {
  claimed: store.ClaimedDocument;
  claimId: string;
  path: string;
  stopping: AbortSignal;
}

/** Null: the storage does not answer. */
async function readClaimed(
  ctx: Context,
  { files, limits = READER_LIMITS, read = readDocument }: DocumentJobOptions,
  { claimed: document, claimId, path, stopping }: InWork,
): Promise<DocumentReading | null> {
  const { id, format, attempts } = document;
  if (attempts > MAX_ATTEMPTS) return nothingRead('too_complex');
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(COPY_MS)]);
  const copied = await copyUpload(ctx, files, { document, path, signal });
  if (copied !== 'copied') return copied === 'lost' ? nothingRead('file_lost') : null;
  let noted = performance.now();
  const onPage = (page: number, pages: number) => {
    if (performance.now() - noted < PROGRESS_MS) return;
    noted = performance.now();
    store
      .noteProgress(ctx.db, { id, claimId, page, pages })
      .catch((error: unknown) => ctx.log.debug({ err: error }, 'knowledge.progress_not_noted'));
  };
  return read(path, format, { signal: stopping, limits, onPage });
}

type DocumentReading = Pick<Reading, 'passages' | 'pages' | 'unreadablePages' | 'pictures' | 'isCut'> & {
  problem: DocumentProblem | null;
};

const nothingRead = (problem: DocumentProblem): DocumentReading => ({
  passages: [],
  pages: null,
  unreadablePages: [],
  pictures: 0,
  isCut: false,
  problem,
});

interface Outcome {
  claimed: store.ClaimedDocument;
  claimId: string;
  reading: DocumentReading;
  usedMs: number;
}

async function finish(ctx: Context, { claimed, claimId, reading, usedMs }: Outcome): Promise<void> {
  const { id, account_id: accountId, document_uuid: target } = claimed;
  const result = await changeKnowledge(ctx, { id: accountId }, async (tx) => {
    await store.noteReaderTime(tx, { accountId, ms: usedMs, now: ctx.now() });
    const { text_length } = await store.countDocuments(tx, { accountId });
    const outcome = judge(reading, MAX_TEXT_OF_ACCOUNT - text_length);
    const kept = outcome.state === 'ready' ? reading.passages : [];
    const isOurs = await store.finishDocument(tx, { ...outcome, id, claimId, now: ctx.now() });
    if (!isOurs) return { result: null, entry: null };
    await store.insertPassages(tx, { accountId, documentId: id }, kept);
    await releaseUpload(tx, { documentId: id });
    await store.deleteParts(tx, { documentId: id });
    const detail = { state: outcome.state, problem: outcome.problem, passages: kept.length };
    return { result: outcome, entry: { action: 'document.read', target, detail } };
  });
  if (result)
    ctx.log.info({ documentUuid: target, state: result.state, problem: result.problem }, 'knowledge.read');
}

function judge(reading: DocumentReading, room: number): store.ReadingResult {
  const { passages, pages, unreadablePages, pictures, isCut, problem } = reading;
  const length = passages.reduce((sum, { text }) => sum + text.length, 0);
  const facts = { pages, unreadable_pages: unreadablePages, pictures, is_cut: isCut };
  const failed = { ...facts, state: 'failed', passages: 0, text_length: 0 } as const;
  if (passages.length === 0) return { ...failed, problem: problem ?? 'no_text' };
  if (length > room) return { ...failed, problem: 'limit_reached' };
  return { ...facts, state: 'ready', problem, passages: passages.length, text_length: length };
}
