import { rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { maxMediaBytes } from '../../media-settings.ts';
import type { Account, Sight, StaffCaller } from '../../platform/accounts/account.ts';
import { hasRoom, requireRoom } from '../../platform/accounts/storage/storage.ts';
import { DAY, MINUTE } from '../../platform/lib/clock.ts';
import type { Db, Tx } from '../../platform/lib/db/db.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import type { FileStore } from '../../platform/lib/file-store/file-store.ts';
import { localFile } from '../../platform/lib/file-store/local-file.ts';
import { namesOf, thumbnailName } from '../../platform/lib/file-store/names.ts';
import { removeFiles } from '../../platform/lib/file-store/removal.ts';
import { answerTrouble } from '../../platform/lib/file-store/trouble.ts';
import { wrongFile } from '../../platform/lib/http/upload.ts';
import type { FileKind, MediaType } from '../../platform/lib/media/formats.ts';
import type { Pictures } from '../../platform/lib/media/pictures.ts';
import { misfitOf, type Refusal } from '../../platform/lib/media/refusal.ts';
import { isUuid } from '../../platform/lib/text.ts';
import { type Arrived, describe } from './describe.ts';
import { findUploads } from './read-upload.ts';
import { UploadedMedia } from './schema.ts';
import * as store from './store.ts';
import { viewUpload } from './view.ts';

export type { UploadRow } from './store.ts';
export { findUploads, UploadedMedia, viewUpload };

/** Which of these uploads unfinished work has. They stay until its end. */
export type FindHeld = (db: Db, of: { ids: readonly string[] }) => Promise<{ file_id: string }[]>;

export interface UploadParts {
  files: FileStore;
  pictures: Pictures;
  maxBytes: Readonly<Record<MediaType, number>>;
}

/** Storing a file and its row takes less. */
const UPLOAD_MS = 5 * MINUTE;
const PUT_MS = 2 * MINUTE;

type Owner = Pick<Account, 'id'>;

/** Who calls: an account, or one of its users. */
export interface Holder {
  account: Pick<Sight, 'id' | 'deviceIds'>;
  staff: Pick<StaffCaller, 'id'> | null;
}

const NOT_FOUND = 'No such file in this account. Upload it: POST /v1/media.';

/** Before the body is read. ApiError storage_limit_reached. */
export async function requireRoomFor(ctx: Context, { id }: Owner, bytes: number): Promise<void> {
  if (!(await hasRoom(ctx.db, id, bytes))) throw new ApiError('storage_limit_reached');
}

/**
 * Keeps a file, which may be moved. The same one under the same name is kept once. FieldErrors; ApiError
 * payload_too_large, unsupported_media_type, storage_limit_reached, storage_low, service_unavailable.
 */
export async function keepUpload(
  ctx: Context,
  parts: UploadParts,
  { account, staff }: Holder,
  file: Arrived & { sha256: Buffer },
  wanted: MediaType | undefined,
): Promise<store.UploadRow> {
  const about = await describe(file, wanted, parts.maxBytes);
  const { path, size, sha256 } = file;
  const kept = sameFile(ctx, { account, staff }, { sha256, fileName: about.fileName });
  const same = await store.renewSame(ctx.db, kept);
  if (same) return same;
  const small = thumbnailName(path);
  try {
    const made = await parts.pictures.thumbnail({
      source: path,
      target: small,
      size,
      mimetype: about.mimetype,
    });
    if (made === 'bomb') throw wrongFile('has more pixels than a phone can show');
    const described = { ...about, size, sha256, hasThumbnail: made === 'made' };
    return await storeFile(ctx, parts.files, { path, described, kept });
  } finally {
    await rm(small, { force: true });
  }
}

/** The same bytes, which need no further room. `fileName` null: under any name. */
export function findSame(
  ctx: Context,
  holder: Holder,
  same: { sha256: Buffer; fileName: string | null },
): Promise<store.UploadRow | undefined> {
  return store.renewSame(ctx.db, sameFile(ctx, holder, same));
}

function sameFile<Same>(ctx: Context, { account, staff }: Holder, same: Same) {
  const now = ctx.now();
  const until = daysFrom(now, unusedDays(ctx));
  return { ...same, accountId: account.id, userId: staff?.id ?? null, until, now };
}

interface Work {
  path: string;
  described: store.Described;
  kept: Parameters<typeof store.renewSame>[1] & { fileName: string };
}

async function storeFile(ctx: Context, files: FileStore, work: Work): Promise<store.UploadRow> {
  const { accountId, userId, until, now } = work.kept;
  const dueAt = new Date(now.getTime() + UPLOAD_MS);
  const { id } = await store.nameUpload(ctx.db, { accountId, dueAt, now });
  let row: store.UploadRow | null = null;
  try {
    await answerTrouble(ctx.log, putFiles(files, id, work));
    row = await ctx.db.transaction(async (tx) => {
      await store.lockUploads(tx, { accountId });
      // Another call was faster.
      const same = await store.renewSame(tx, work.kept);
      if (same) return same;
      const settled = await store.settleUpload(tx, { ...work.described, id, userId, until, now: ctx.now() });
      if (!settled)
        throw new ApiError('service_unavailable', 'The storage of files is too slow. Try again later.');
      await requireRoom(tx, accountId);
      return settled;
    });
    return row;
  } finally {
    if (row?.id !== id) await giveUp(ctx, files, id);
  }
}

/** The thumbnail first: a stored file never waits for one. `put` may move the file. */
async function putFiles(files: FileStore, id: string, { path, described }: Work): Promise<void> {
  const signal = AbortSignal.timeout(PUT_MS);
  const { size, sha256, hasThumbnail } = described;
  if (hasThumbnail) await files.put(thumbnailName(id), await localFile(thumbnailName(path)), signal);
  await files.put(id, { path, size, sha256 }, signal);
}

/** At once: a refused upload can be repeated. The commit may have arrived in spite of its error. */
async function giveUp(ctx: Context, files: FileStore, id: string): Promise<void> {
  try {
    if ((await store.giveUpUpload(ctx.db, { id, now: ctx.now() })) === 0) return;
    await Promise.all(namesOf(id).map((name) => files.remove(name)));
    await store.forgetUploads(ctx.db, { ids: [id] });
  } catch (error) {
    // The job removes it.
    ctx.log.debug({ err: error, fileId: id }, 'uploads.left');
  }
}

/** Agents see what they have uploaded, and what `findShared` finds. ApiError media_not_found. */
export async function getUpload(
  ctx: Pick<Context, 'db' | 'now'>,
  { account, staff }: Holder,
  id: string,
  findShared: FindHeld = async () => [],
): Promise<store.UploadRow> {
  if (!isUuid(id)) throw new ApiError('media_not_found', NOT_FOUND);
  const isAgent = account.deviceIds !== null && (await findShared(ctx.db, { ids: [id] })).length === 0;
  const viewerId = isAgent ? (staff?.id ?? 0) : null;
  const found = await store.findUpload(ctx.db, { accountId: account.id, viewerId, id, now: ctx.now() });
  if (!found) throw new ApiError('media_not_found', NOT_FOUND);
  return found;
}

/** Of a message of this kind. */
export interface Wanted {
  kind: FileKind;
  id: string;
  /** Where the call names the file. Default: `media_id`. */
  field?: string;
}

const LOST = 'The storage has lost the file. Upload it again.';

/** The bytes of a file that fits into the memory. ApiError media_unavailable, service_unavailable. */
export async function readUpload(
  { log }: Pick<Context, 'log'>,
  files: FileStore,
  { id, size }: Pick<store.UploadRow, 'id' | 'size'>,
): Promise<Buffer> {
  const bytes = await answerTrouble(log, files.open(id, null, size));
  if (!bytes) throw new ApiError('media_unavailable', LOST);
  return buffer(bytes);
}

/** Refuses a file that phones would not show. ApiError media_not_found; FieldErrors. */
export async function requireFitting(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { id: accountId }: Owner,
  { kind, id, field = 'media_id' }: Wanted,
): Promise<store.UploadRow> {
  const row = await getUpload(ctx, { account: { id: accountId, deviceIds: null }, staff: null }, id);
  const misfit = misfitOf(kind, row, maxMediaBytes(ctx.config));
  if (misfit) throw new FieldErrors({ [field]: [doesNotFit(misfit)] });
  return row;
}

const doesNotFit = ({ message }: Refusal) => `does not fit: ${message}`;

/** By place: why a message cannot have this file, or null. */
export async function misfitsOf(
  { db, config, now }: Pick<Context, 'db' | 'config' | 'now'>,
  { id: accountId }: Owner,
  wanted: readonly Wanted[],
): Promise<(string | null)[]> {
  const found = await findUploads(
    db,
    wanted.map(({ id }) => ({ accountId, id })),
  );
  return wanted.map(({ kind, id }) => {
    const row = found.get(id.toLowerCase());
    if (!row || row.expires_at <= now()) return 'is no uploaded file of this account';
    const misfit = misfitOf(kind, row, maxMediaBytes(config));
    return misfit && doesNotFit(misfit);
  });
}

/** For a message. Errors as requireFitting. */
export async function useUpload(ctx: Context, account: Owner, wanted: Wanted): Promise<void> {
  const { id, expires_at } = await requireFitting(ctx, account, wanted);
  const [now, until] = [ctx.now(), usedUntil(ctx, ctx.now())];
  // Many messages have one file: a day more is enough.
  if (until.getTime() - expires_at.getTime() > DAY)
    await store.renewUploads(ctx.db, { accountId: account.id, ids: [id], until, now });
}

/** In the transaction of what `findHeld` will find. ApiError media_not_found. */
export async function holdUpload(
  ctx: Context,
  tx: Tx,
  of: { account_id: number; file_id: string },
): Promise<void> {
  if ((await holdPresent(ctx, tx, { id: of.account_id }, [of.file_id])) === 0)
    throw new ApiError('media_not_found', NOT_FOUND);
}

/** As holdUpload, of what is kept to be sent later. Errors as requireFitting. */
export async function holdFitting(
  ctx: Context,
  tx: Tx,
  account: Owner,
  wanted: readonly Wanted[],
): Promise<void> {
  // In one order, so that two calls do not wait for each other.
  for (const each of wanted.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const { id } = await requireFitting({ ...ctx, db: tx }, account, each);
    await holdUpload(ctx, tx, { account_id: account.id, file_id: id });
  }
}

/** As holdUpload, of what may name files that are gone. Answers the number of those that are there. */
export function holdPresent(
  ctx: Context,
  tx: Tx,
  { id: accountId }: Owner,
  ids: readonly string[],
): Promise<number> {
  const now = ctx.now();
  return store.renewUploads(tx, { accountId, ids, until: usedUntil(ctx, now), now });
}

/** A queued message with the file will fail. ApiError media_not_found, media_in_use. */
export async function deleteUpload(
  ctx: Context,
  findHeld: FindHeld,
  { id: accountId }: Owner,
  id: string,
): Promise<void> {
  const removed = await ctx.db.transaction(async (tx) => {
    if (!isUuid(id)) return 0;
    await store.lockUpload(tx, { accountId, id });
    if ((await findHeld(tx, { ids: [id] })).length > 0) throw new ApiError('media_in_use');
    return store.removeUpload(tx, { accountId, id, now: ctx.now() });
  });
  if (removed === 0) throw new ApiError('media_not_found', NOT_FOUND);
}

/** Unused, deleted and broken uploads. */
export function removeUploads(
  ctx: Context,
  files: FileStore,
  findHeld: FindHeld,
  patienceMs?: number,
): Promise<number> {
  const removals = {
    async list(now: Date, limit: number) {
      const due = (await store.listDueUploads(ctx.db, { now, limit })).map(({ id }) => id);
      const held = (await findHeld(ctx.db, { ids: due })).map(({ file_id }) => file_id);
      if (held.length > 0) await store.keepUploads(ctx.db, { ids: held, until: usedUntil(ctx, now) });
      return due.filter((id) => !held.includes(id));
    },
    namesOf,
    noteRemoval: (ids: readonly string[]) => store.forgetUploads(ctx.db, { ids }),
    postpone: (ids: readonly string[], dueAt: Date) => store.postponeUploads(ctx.db, { ids, dueAt }),
  };
  return removeFiles(ctx, files, removals, patienceMs);
}

/** As long as files of customers. */
const usedUntil = (ctx: Context, from: Date) =>
  daysFrom(from, Math.max(unusedDays(ctx), ctx.config.KURIR_MEDIA_DAYS));

const unusedDays = ({ config }: Pick<Context, 'config'>) => config.KURIR_UPLOAD_DAYS;

const daysFrom = (at: Date, days: number) => new Date(at.getTime() + days * DAY);
