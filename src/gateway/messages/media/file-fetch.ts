import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../../../context.ts';
import { hasRoom } from '../../../platform/accounts/storage/storage.ts';
import { HOUR, MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { isDatabaseUnavailable } from '../../../platform/lib/db/unavailable.ts';
import { hasRoomFor } from '../../../platform/lib/disk-space.ts';
import { type FileStore, StoreUnavailable } from '../../../platform/lib/file-store/file-store.ts';
import { localFile } from '../../../platform/lib/file-store/local-file.ts';
import { namesOf, thumbnailName } from '../../../platform/lib/file-store/names.ts';
import type { MediaType } from '../../../platform/lib/media/formats.ts';
import { headOf } from '../../../platform/lib/media/head.ts';
import type { Pictures } from '../../../platform/lib/media/pictures.ts';
import { providerAccess } from '../../devices/provider-access.ts';
import type { Network } from '../../engines/engine.ts';
import { type FileOutcome, type FileSource, failedFile } from '../../engines/inbound-file.ts';
import type { EngineKind } from '../../engines/kinds.ts';
import { announcedFile } from './announced.ts';
import { receivedType } from './file-type.ts';
import { fileUrl } from './link.ts';
import { fail, type Settled, type StoredFile, settleStored } from './settle-store.ts';
import { openSource } from './source-seal.ts';
import * as store from './store.ts';

/** Undefined: this process cannot reach the network. An engine without a source has no inbound files. */
export type FileSources = Readonly<
  Record<Network, Readonly<Partial<Record<EngineKind, FileSource>>> | undefined>
>;

export interface FetchParts {
  files: FileStore;
  sources: FileSources;
  pictures: Pictures;
  folder: string;
  maxBytes: Readonly<Record<MediaType, number>>;
  /** Stays free for the database, which may share the disk. */
  reserveBytes: number;
}

export interface ClaimedFile {
  media: store.ClaimedMedia;
  claimId: string;
  /** Aborts when the worker stops, or when the claim is lost. */
  signal: AbortSignal;
}

interface Work extends ClaimedFile {
  local: string;
  maxBytes: number;
}

/** Smaller files may have room. */
class NoRoomForFile extends StoreUnavailable {}

/** Settles the row too. False: the storage is unavailable. */
export async function fetchFile(ctx: Context, parts: FetchParts, claim: ClaimedFile): Promise<boolean> {
  const { kind, message_id: messageId } = claim.media;
  const local = path.join(parts.folder, `inbound-${randomUUID()}`);
  const maxBytes = parts.maxBytes[kind === 'sticker' ? 'image' : kind];
  try {
    await attempt(ctx, parts, { ...claim, local, maxBytes });
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (claim.signal.aborted) await release(ctx, claim, null);
    else if (isStorageTrouble(error)) {
      await release(ctx, claim, error);
      return error instanceof NoRoomForFile;
    } else {
      ctx.log.error({ err: error, messageId }, 'media.fetch_failed');
      await settleFailed(ctx, claim, failedFile('unavailable'));
    }
    return true;
  } finally {
    await Promise.all(namesOf(local).map((file) => rm(file, { force: true })));
  }
}

async function attempt(ctx: Context, parts: FetchParts, work: Work): Promise<void> {
  const { claimId, media, signal } = work;
  const { message_id: messageId, account_id: accountId, kind, attempts } = media;
  if (!(await hasRoom(ctx.db, accountId, media.size ?? 0)))
    return settleFailed(ctx, work, { reason: 'storage_limit_reached', final: true });
  const outcome = isOneTooMany(attempts) ? failedFile('unavailable') : await download(ctx, parts, work);
  // An aborted download is no attempt. Without its claim, an attempt stores nothing.
  signal.throwIfAborted();
  if (outcome.outcome === 'failed') return settleFailed(ctx, work, outcome);
  const stored = await keep(parts, work, outcome);
  const told = announcedFile('stored', { ...media, ...stored }, fileUrl(ctx, messageId));
  const settled = await settleStored(ctx.db, { messageId, claimId, now: ctx.now(), media: told, ...stored });
  wake(ctx, settled);
  // The customer deleted the message. Otherwise another worker stored the same file.
  if (!settled.is_settled && (await store.isRemoved(ctx.db, messageId)))
    await Promise.all(namesOf(media.file_id).map((name) => parts.files.remove(name)));
  ctx.log.info({ messageId, kind, size: outcome.size, attempts }, 'media.stored');
}

async function settleFailed(
  ctx: Context,
  { claimId, media }: ClaimedFile,
  outcome: { reason: store.MediaReason; final: boolean },
): Promise<void> {
  const { reason } = outcome;
  const { message_id: messageId, kind, attempts } = media;
  const at = nextAttempt(outcome, attempts, ctx.now());
  if (at) await store.retryLater(ctx.db, { messageId, claimId, reason, at, counts: true });
  else {
    const told = announcedFile('failed', media, null);
    wake(ctx, await fail(ctx.db, { messageId, claimId, reason, now: ctx.now(), media: told }));
  }
  ctx.log.info({ messageId, kind, reason, attempts, final: at === null }, 'media.not_fetched');
}

function wake({ bus }: Context, { is_announced }: Settled): void {
  if (is_announced) bus.publish('events');
}

async function download(
  ctx: Context,
  { sources, folder, reserveBytes }: FetchParts,
  { media, signal, local, maxBytes }: Work,
): Promise<FileOutcome> {
  const { message_id: messageId, device_id: deviceId, kind, size } = media;
  if ((size ?? 0) > maxBytes) return failedFile('too_large', true);
  if (!(await hasRoomFor(reserveBytes, folder))) throw new StoreUnavailable('The disk is almost full.');
  // Encrypted and plain.
  const needed = 2 * (size ?? maxBytes);
  if (!(await hasRoomFor(needed + reserveBytes, folder)))
    throw new NoRoomForFile('The disk has no room for this file.');
  const access = await providerAccess(ctx, deviceId);
  const source = access && sources[access.network]?.[access.engine];
  if (!source) return failedFile('unavailable');
  signal.throwIfAborted();
  return source.fetch({
    source: openSource(ctx, messageId, media.source),
    kind,
    credentials: access.credentials,
    path: local,
    maxBytes,
    signal,
  });
}

/** The thumbnail first: a stored file never waits for one. */
async function keep(
  { files, pictures }: FetchParts,
  { media, local, signal }: Work,
  { size, sha256 }: Extract<FileOutcome, { outcome: 'saved' }>,
): Promise<StoredFile> {
  const mimetype = receivedType(media.kind, await headOf(local), media.mimetype);
  const small = thumbnailName(local);
  const made = await pictures.thumbnail({ source: local, target: small, size, mimetype });
  const hasThumbnail = made === 'made';
  if (hasThumbnail) await files.put(thumbnailName(media.file_id), await localFile(small), signal);
  await files.put(media.file_id, { path: local, size, sha256 }, signal);
  return { mimetype, size, sha256, hasThumbnail };
}

/** Null error: the worker stops, and another one may go on. */
async function release(ctx: Context, { media, claimId }: ClaimedFile, error: unknown): Promise<void> {
  const { message_id: messageId } = media;
  const reason = error === null ? null : 'storage_unavailable';
  const waitMs = error === null ? 0 : STORAGE_WAIT_MS;
  if (error !== null) ctx.log.warn({ err: error, messageId }, 'media.storage_unavailable');
  const at = new Date(ctx.now().getTime() + waitMs);
  await store.retryLater(ctx.db, { messageId, claimId, reason, at, counts: false });
}

/** Errors of the disk name a system call. */
const isStorageTrouble = (error: unknown) =>
  error instanceof StoreUnavailable || (error instanceof Error && 'syscall' in error);

/** By attempt. None follows the last wait. */
const WAITS_MS: readonly number[] = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

const ATTEMPTS = WAITS_MS.length + 1;

/** An attempt that ends with its process counts, without a result. */
const isOneTooMany = (attempts: number) => attempts > ATTEMPTS;

/** The attempt does not count. */
const STORAGE_WAIT_MS = 30 * SECOND;

/** Null: the file is not fetched any more. */
function nextAttempt(failure: { final: boolean }, attempts: number, now: Date): Date | null {
  const waitMs = failure.final ? undefined : WAITS_MS[attempts - 1];
  return waitMs === undefined ? null : new Date(now.getTime() + waitMs);
}
