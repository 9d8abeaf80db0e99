import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../lib/clock.ts';
import { ConcurrentRounds } from '../../../lib/concurrent-rounds.ts';
import { isDatabaseUnavailable } from '../../../lib/db/unavailable.ts';
import { changeKnowledge } from '../change.ts';
import { READER_LIMITS, type ReaderLimits, type Reading, readDocument } from './reading/document-reader.ts';
import type { Passage } from './reading/reading.ts';
import { MAX_TEXT_OF_ACCOUNT } from './schema.ts';
import * as store from './store.ts';

export interface DocumentWorkerOptions {
  /** For the file in work. */
  folder: string;
  limits?: ReaderLimits;
  /** For tests. Default: readDocument. */
  read?: typeof readDocument;
}

const POLL_MS = 2 * SECOND;
/** Documents in work, each of another account. */
const PLACES = 2;
/** Longer than a reading may take. After a kill, another worker goes on at its end. */
const CLAIM_MS = 2 * MINUTE;
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
    const path = join(this.#options.folder, claimId);
    const beganAt = this.#ctx.now().getTime();
    try {
      const reading = claimed.attempts > MAX_ATTEMPTS ? null : await this.#read(claimed, { claimId, path });
      const usedMs = this.#ctx.now().getTime() - beganAt;
      if (this.#rounds.stopping.aborted)
        await store.releaseDocument(this.#ctx.db, { id: claimed.id, claimId });
      else await finish(this.#ctx, { claimed, claimId, reading, usedMs });
    } finally {
      await rm(path, { force: true });
    }
  }

  async #read(
    { id, format }: store.ClaimedDocument,
    { claimId, path }: { claimId: string; path: string },
  ): Promise<Reading> {
    await copyFile(this.#ctx, id, path);
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

async function copyFile(ctx: Context, documentId: number, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for (let place = 0; ; place += 1) {
      const part = await store.findPart(ctx.db, documentId, place);
      if (!part) return;
      await file.write(part);
    }
  } finally {
    await file.close();
  }
}

/** `reading` null: its process has ended too often. */
async function finish(
  ctx: Context,
  {
    claimed,
    claimId,
    reading,
    usedMs,
  }: { claimed: store.ClaimedDocument; claimId: string; reading: Reading | null; usedMs: number },
): Promise<void> {
  const { id, account_id: accountId, document_uuid: target } = claimed;
  const passages = reading?.passages ?? [];
  const result = await changeKnowledge(ctx, { id: accountId }, async (tx) => {
    await store.noteReaderTime(tx, accountId, usedMs, ctx.now());
    const { text_length } = await store.countDocuments(tx, accountId);
    const outcome = judge(reading, passages, MAX_TEXT_OF_ACCOUNT - text_length);
    const kept = outcome.state === 'ready' ? passages : [];
    const isOurs = await store.finishDocument(tx, { ...outcome, id, claimId, now: ctx.now() });
    if (!isOurs) return { result: null, entry: null };
    await store.insertPassages(tx, { accountId, documentId: id }, kept);
    await store.deleteParts(tx, id);
    const detail = { state: outcome.state, problem: outcome.problem, passages: kept.length };
    return { result: outcome, entry: { action: 'document.read', target, detail } };
  });
  if (result)
    ctx.log.info({ documentUuid: target, state: result.state, problem: result.problem }, 'knowledge.read');
}

function judge(reading: Reading | null, passages: readonly Passage[], room: number): store.ReadingResult {
  const length = passages.reduce((sum, { text }) => sum + text.length, 0);
  const facts = {
    pages: reading?.pages ?? null,
    unreadable_pages: reading?.unreadablePages ?? [],
    ...{ pictures: reading?.pictures ?? 0, is_cut: reading?.isCut ?? false },
  };
  const failed = { ...facts, state: 'failed', passages: 0, text_length: 0 } as const;
  if (passages.length === 0)
    return { ...failed, problem: reading ? (reading.problem ?? 'no_text') : 'too_complex' };
  if (length > room) return { ...failed, problem: 'limit_reached' };
  const problem = reading?.problem ?? null;
  return { ...facts, state: 'ready', problem, passages: passages.length, text_length: length };
}
