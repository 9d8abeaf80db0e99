import type { Context } from '../../../context.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import type { Db, Tx } from '../../../platform/lib/db/db.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { type UploadPlace, uploadIn } from '../../../platform/lib/media/upload-url.ts';
import { findUploads, type UploadRow } from '../../uploads/read-upload.ts';
import { MediaView } from './schema.ts';
import * as store from './store.ts';
import { viewMedia } from './view.ts';

export { MediaView };

/** The file of a customer, or an uploaded one that was sent. ApiError message_not_found, media_not_found. */
export async function getMedia(ctx: Context, account: Sight, publicId: number): Promise<store.MediaRow> {
  const found = Number.isSafeInteger(publicId) ? await store.findMedia(ctx.db, account, publicId) : undefined;
  if (!found) throw new ApiError('message_not_found');
  const media = found.media ?? (await sentFiles(ctx.db, [found]))[0];
  if (!media) throw new ApiError('media_not_found');
  return media;
}

interface Message {
  id: number;
  direction: 'in' | 'out';
  media_url: string | null;
}

/** By row id. */
export async function findFiles(db: Db, messages: readonly Message[]): Promise<Map<number, MediaView>> {
  const messageIds = messages.flatMap(({ id, direction }) => (direction === 'in' ? [id] : []));
  const rows = await Promise.all([
    messageIds.length === 0 ? [] : store.listMedia(db, { messageIds }),
    sentFiles(db, messages),
  ]);
  return new Map(rows.flat().map((row) => [row.message_id, viewMedia(row)]));
}

/** Of the messages with an uploaded file. The sight of a message is the sight of its file. */
export async function sentFiles(
  db: Db,
  messages: readonly Pick<Message, 'id' | 'media_url'>[],
): Promise<store.MediaRow[]> {
  const named = messages.flatMap(({ id, media_url }) => {
    const place = uploadIn(media_url);
    return place ? [{ messageId: id, place }] : [];
  });
  const found = await findUploads(
    db,
    named.map(({ place }) => place),
  );
  return named.map(({ messageId, place }) => sentFile(messageId, place, found.get(place.id)));
}

/** The file that an address in an event names. Null: there is none. */
export async function findLinkedFile(
  { db }: Pick<Context, 'db'>,
  messageId: number,
): Promise<(store.MediaRow & { account_id: number }) | null> {
  const linked = await store.findLinked(db, { messageId });
  if (linked) return linked;
  const sent = await store.findSent(db, { messageId });
  const [file] = sent ? await sentFiles(db, [sent]) : [];
  return file && sent ? { ...file, account_id: sent.account_id } : null;
}

const GONE = { type: 'document', mimetype: null, file_name: null, size: null, sha256: null } as const;

function sentFile(messageId: number, { id }: UploadPlace, row: UploadRow | undefined): store.MediaRow {
  const { type: kind, mimetype, file_name, size, sha256 } = row ?? GONE;
  const state = row ? 'stored' : 'removed';
  const has_thumbnail = row?.has_thumbnail ?? false;
  const file = { kind, mimetype, file_name, size, sha256, has_thumbnail };
  return { message_id: messageId, file_id: id, state, reason: null, ...file };
}

/** ApiError as getMedia; media_pending, media_unavailable, media_removed. */
export function requireStored(media: store.MediaRow): store.MediaRow {
  switch (media.state) {
    case 'stored':
      return media;
    case 'waiting':
      throw media.reason === null ? new ApiError('media_pending') : pendingAfter(media.reason);
    case 'failed':
      throw new ApiError('media_unavailable', unavailable(media.reason));
    case 'removed':
      throw removed(media.reason);
    default:
      return media.state satisfies never;
  }
}

/** Fetches a failed or waiting file at once. ApiError as getMedia; media_removed, media_unavailable. */
export async function askAgain(ctx: Context, account: Sight, publicId: number): Promise<MediaView> {
  const media = await getMedia(ctx, account, publicId);
  if (media.state === 'removed') throw removed(media.reason);
  if (await store.requeue(ctx.db, media.message_id, ctx.now())) ctx.bus.publish('media');
  return viewMedia(await getMedia(ctx, account, publicId));
}

/** The customer deleted these messages. A job deletes the files. */
export async function withdrawMedia(tx: Tx, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length > 0) await store.withdraw(tx, { messageIds });
}

const pendingAfter = (reason: store.MediaReason) =>
  new ApiError(
    'media_pending',
    `The last attempt failed: ${REASONS[reason]} Kurir tries again by itself within 6 hours, or at once after ` +
      'POST /v1/messages/{id}/media/fetch.',
  );

const removed = (reason: store.MediaReason | null) =>
  reason === 'deleted'
    ? new ApiError('media_removed', 'The customer has deleted the message, so its file is deleted too.')
    : new ApiError('media_removed');

function unavailable(reason: store.MediaReason | null): string {
  const why = reason === null ? '' : REASONS[reason];
  return `Kurir could not fetch the file: ${why} Try again: POST /v1/messages/{id}/media/fetch.`;
}

const REASONS: Readonly<Record<store.MediaReason, string>> = {
  expired: 'WhatsApp has deleted it (expired).',
  too_large: 'it is larger than the limit of its type (too_large).',
  hash_mismatch: 'its bytes differ from those that the sender announced (hash_mismatch).',
  unavailable: 'the provider did not answer with the file (unavailable).',
  deleted: 'the customer has deleted the message (deleted).',
  storage_limit_reached: 'the account stores as much as its plan allows (storage_limit_reached).',
  storage_unavailable: 'the storage is full or does not answer (storage_unavailable).',
};
