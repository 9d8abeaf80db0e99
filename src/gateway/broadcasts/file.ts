import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import type { MediaFetcher } from '../../platform/lib/media/fetcher.ts';
import { type DeviceRow, getDevice } from '../devices/device.ts';
import type { Network } from '../engines/engine.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import { getUpload, type Holder, keepUpload, type UploadParts } from '../uploads/upload.ts';
import type { FileType } from './message-fields.ts';
import type { PreviewBroadcast } from './schema.ts';

const FETCH_MS = 30 * SECOND;

/** Where the file behind an address comes from and goes to. */
export interface BroadcastFiles {
  fetcher(network: Network): Promise<MediaFetcher>;
  uploads: UploadParts;
}

/** Before a thousand messages fail. FieldErrors; ApiError type_not_supported, media_not_found. */
export async function checkFile(
  ctx: Context,
  account: Pick<Caller, 'id'>,
  { engine }: Pick<DeviceRow, 'engine'>,
  { type, media_id }: { type: FileType; media_id: string | null | undefined },
): Promise<void> {
  if (!ENGINE_KINDS[engine].sends.has(type)) throw new ApiError('type_not_supported');
  if (!media_id) return;
  const holder = { account: { id: account.id, deviceIds: null }, staff: null };
  const { mimetype, type: stored } = await getUpload(ctx, holder, media_id);
  // A picture may be stored as a document.
  if (type === 'document' || type === stored || mimetype.startsWith(`${type}/`)) return;
  throw new FieldErrors({ type: [`does not fit the file, which is of type ${stored}`] });
}

type Named = Pick<PreviewBroadcast, 'type' | 'media_url' | 'media_id'>;

/**
 * The file behind the address becomes an uploaded one: one request to its host for any number of recipients.
 * FieldErrors; ApiError device_not_found, storage_limit_reached, storage_low, service_unavailable.
 */
export async function fetchFile<Body extends Named>(
  ctx: Context,
  { fetcher, uploads }: BroadcastFiles,
  holder: Holder & { account: Caller },
  deviceUuid: string,
  body: Body,
): Promise<Body> {
  const { type, media_url: url } = body;
  if (!url || !type || type === 'text') return body;
  const { network } = await getDevice(ctx, holder.account, deviceUuid);
  const fetched = await (await fetcher(network)).fetch(url, type, AbortSignal.timeout(FETCH_MS));
  if (fetched.outcome === 'aborted') throw wrongUrl('did not answer in time');
  if (fetched.outcome === 'refused') throw wrongUrl(`leads to no file: ${fetched.message}`);
  await using file = fetched.file;
  const { path, size, mimetype, fileName } = file;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const arrived = { path, size, name: fileName, contentType: mimetype, sha256: hash.digest() };
  const { id } = await keepUpload(ctx, uploads, holder, arrived, type);
  return { ...body, media_url: null, media_id: id };
}

const wrongUrl = (problem: string) => new FieldErrors({ media_url: [problem] });
