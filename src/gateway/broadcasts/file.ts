import type { Context } from '../../context.ts';
import type { Caller } from '../../platform/accounts/account.ts';
import { SECOND } from '../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { localFile } from '../../platform/lib/file-store/local-file.ts';
import type { MediaFetcher } from '../../platform/lib/media/fetcher.ts';
import type { DeviceRow } from '../devices/device.ts';
import type { Network } from '../engines/engine.ts';
import { ENGINE_KINDS } from '../engines/kinds.ts';
import { type Holder, keepUpload, requireFitting, type UploadParts } from '../uploads/upload.ts';
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
  { type, media_id: id }: { type: FileType; media_id: string | null | undefined },
): Promise<void> {
  if (!ENGINE_KINDS[engine].sends.has(type)) throw new ApiError('type_not_supported');
  if (id) await requireFitting(ctx, account, { kind: type, id });
}

/**
 * The file behind an address becomes an uploaded one: one request to its host for any number of recipients. Returns its
 * id; null without an address. FieldErrors; ApiError storage_limit_reached, storage_low,
 * service_unavailable.
 */
export async function fetchGiven(
  ctx: Context,
  { fetcher, uploads }: BroadcastFiles,
  holder: Holder,
  { network }: Pick<DeviceRow, 'network'>,
  { type, media_url: url }: Pick<PreviewBroadcast, 'type' | 'media_url'>,
): Promise<string | null> {
  if (!url || !type || type === 'text') return null;
  const fetched = await (await fetcher(network)).fetch(url, type, AbortSignal.timeout(FETCH_MS));
  if (fetched.outcome === 'aborted') throw wrongUrl('did not answer in time');
  if (fetched.outcome === 'refused') throw wrongUrl(`leads to no file: ${fetched.message}`);
  await using file = fetched.file;
  const { path, size, mimetype, fileName } = file;
  const { sha256 } = await localFile(path);
  const arrived = { path, size, name: fileName, contentType: mimetype, sha256 };
  return (await keepUpload(ctx, uploads, holder, arrived, type)).id;
}

const wrongUrl = (problem: string) => new FieldErrors({ media_url: [problem] });
