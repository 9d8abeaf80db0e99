import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { ConcurrentRounds } from '../../../platform/lib/concurrent-rounds.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { changeKnowledge } from '../change.ts';
import { READER_LIMITS, type ReaderLimits, type Reading, readDocument } from './reading/document-reader.ts';
import { type DocumentProblem, MAX_TEXT_OF_ACCOUNT } from './schema.ts';
import * as store from './store.ts';
import { copyUpload } from './upload-files.ts';
import { releaseUpload } from './upload-files-store.ts';

export interface DocumentWorkerOptions {
  files: FileStore;
  /** For the file in work. */
  folder: string;
  limits?: ReaderLimits;
  /** For tests. Default: readDocument. */
  read?: typeof readDocument;
}

const POLL_MS = 2 * SECOND;
/** Documents in work, each of another account. */
const PLACES = 2;
/** Longer than copying and reading may take. After a kill, another worker goes on at its end. */
const CLAIM_MS = 3 * MINUTE;
const COPY_MS = MINUTE;
/** While the storage of files does not answer. */
const STORAGE_WAIT_MS = 30 * SECOND;
const PROGRESS_MS = SECOND;
/** A file that ends its process each time is given up. */
const MAX_ATTEMPTS = 3;

/** Reads documents. Accounts take turns by the time that they use. Any number of processes may run a worker. */
export class DocumentWorker {
  readonly #ctx: Context;
  readonly #options: DocumentWorkerOptions;
  readonly #rounds: ConcurrentRounds;
  #unsubscribe = () => {};

  constructor(ctx: Context, options: DocumentWorkerOptions) {
    this.#ctx = ctx;
    this.#options = options;
    this.#rounds = new ConcurrentRounds({
      ...{ log: ctx.log, failed: 'knowledge.reading_failed', pauseMs: POLL_MS, slots: PLACES },
      claim: () => this.#claim(),
    });
  }

  start(): void {
    this.#unsubscribe = this.#ctx.bus.subscribe('knowledge', () => this.#rounds.wake());
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    await this.#rounds.stop();
  }

  /** False: no document waits. For tests. */
  async readNext(): Promise<boolean> {
    const work = await this.#claim();
    await work?.();
    return work !== null;
  }

  async #claim(): Promise<(() => Promise<void>) | null> {
    const claimId = randomUUID();
    const now = this.#ctx.now();
    const until = new Date(now.getTime() + CLAIM_MS);
    await store.recoverDocuments(this.#ctx.db, now);
    const claimed = await store.claimDocument(this.#ctx.db, { claimId, now, until });
    if (!claimed) return null;
    return () =>
      // The claim ends, and the document is read again.
      this.#take(claimed, claimId).catch((error: unknown) => {
        if (!isDatabaseUnavailable(error))
          this.#ctx.log.error(
            { err: error, documentUuid: claimed.document_uuid },
            'knowledge.reading_failed',
          );
      });
  }

  async #take(claimed: store.ClaimedDocument, claimId: string): Promise<void> {
    const { id } = claimed;
    const path = join(this.#options.folder, claimId);
    const beganAt = this.#ctx.now().getTime();
    try {
      const reading = await this.#read(claimed, { claimId, path });
      const now = this.#ctx.now().getTime();
      if (this.#rounds.stopping.aborted) await store.releaseDocument(this.#ctx.db, { id, claimId });
      else if (reading === null)
        await store.postponeDocument(this.#ctx.db, { id, claimId, until: new Date(now + STORAGE_WAIT_MS) });
      else await finish(this.#ctx, { claimed, claimId, reading, usedMs: now - beganAt });
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Null: the storage does not answer. */
  async #read(
    document: store.ClaimedDocument,
    { claimId, path }: { claimId: string; path: string },
  ): Promise<DocumentReading | null> {
    const { id, format, attempts } = document;
    if (attempts > MAX_ATTEMPTS) return nothingRead('too_complex');
    const signal = AbortSignal.any([this.#rounds.stopping, AbortSignal.timeout(COPY_MS)]);
    const copied = await copyUpload(this.#ctx, this.#options.files, { document, path, signal });
    if (copied !== 'copied') return copied === 'lost' ? nothingRead('file_lost') : null;
    const { limits = READER_LIMITS, read = readDocument } = this.#options;
    let noted = performance.now();
    const onPage = (page: number, pages: number) => {
      if (performance.now() - noted < PROGRESS_MS) return;
      noted = performance.now();
      const until = new Date(this.#ctx.now().getTime() + CLAIM_MS);
      const progress = { id, claimId, page, pages, until };
      store
        .noteProgress(this.#ctx.db, progress)
        .catch((error: unknown) => this.#ctx.log.debug({ err: error }, 'knowledge.progress_not_noted'));
    };
    return read(path, format, { signal: this.#rounds.stopping, limits, onPage });
  }
}

type DocumentReading = Pick<Reading, 'passages' | 'pages' | 'unreadablePages' | 'pictures' | 'isCut'> & {
  problem: DocumentProblem | null;
};

const nothingRead = (problem: DocumentProblem): DocumentReading => ({
  ...{ passages: [], pages: null, unreadablePages: [], pictures: 0, isCut: false, problem },
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
    await store.noteReaderTime(tx, accountId, usedMs, ctx.now());
    const { text_length } = await store.countDocuments(tx, accountId);
    const outcome = judge(reading, MAX_TEXT_OF_ACCOUNT - text_length);
    const kept = outcome.state === 'ready' ? reading.passages : [];
    const isOurs = await store.finishDocument(tx, { ...outcome, id, claimId, now: ctx.now() });
    if (!isOurs) return { result: null, entry: null };
    await store.insertPassages(tx, { accountId, documentId: id }, kept);
    await releaseUpload(tx, id);
    await store.deleteParts(tx, id);
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
