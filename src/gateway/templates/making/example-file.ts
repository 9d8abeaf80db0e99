import type { Context } from '../../../context.ts';
import { MEBIBYTE } from '../../../platform/lib/bytes.ts';
import { SECOND } from '../../../platform/lib/clock.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import type { MediaFetcher } from '../../../platform/lib/media/fetcher.ts';
import { mimetypeOf } from '../../../platform/lib/media/formats.ts';
import { headOf } from '../../../platform/lib/media/head.ts';
import { uploadUrl } from '../../../platform/lib/media/upload-url.ts';
import type { DeviceRow } from '../../devices/device.ts';
import { openCredentials } from '../../devices/official/business-account.ts';
import type { Network } from '../../engines/engine.ts';
import type { ExampleFile, TemplateDraft, UploadExample } from '../../engines/templates.ts';
import { requireFitting } from '../../uploads/upload.ts';
import { refusedByProvider } from './refusal.ts';

const FETCH_MS = 30 * SECOND;

type HeaderFile = 'image' | 'video' | 'document';

/** Limits of the provider, for what a header shows. */
export const MAX_EXAMPLE_BYTES = {
  image: 5 * MEBIBYTE,
  video: 16 * MEBIBYTE,
  document: 100 * MEBIBYTE,
} as const;
/** Of a file in a request. */
export const MAX_UPLOAD_BYTES = MAX_EXAMPLE_BYTES.video;
const FORMATS: Readonly<Record<HeaderFile, readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4'],
  document: ['application/pdf'],
};
const KINDS = Object.keys(FORMATS) as HeaderFile[]; // the keys of a constant
const NO_FORMAT = 'must be a JPEG or PNG picture, an MP4 video or a PDF';

/** Where example files pass on their way to the provider. */
export interface ExampleFiles {
  upload: UploadExample;
  /** Its limits are `MAX_EXAMPLE_BYTES`. It reads uploaded files too. */
  fetcher(network: Network): Promise<MediaFetcher>;
}

interface Given {
  header_media_url?: string | null | undefined;
  header_media_id?: string | null | undefined;
}

/** A draft with the handle of its file. Nothing is kept. FieldErrors; ApiError media_not_found, service_unavailable. */
export async function withExample(
  ctx: Context,
  files: ExampleFiles,
  device: DeviceRow,
  draft: TemplateDraft,
  { header_media_url, header_media_id: id }: Given,
): Promise<TemplateDraft> {
  const { header } = draft.content;
  const { account_id } = device;
  const url = id ? uploadUrl(account_id, id) : header_media_url;
  if (!url || !header || header.type === 'text') return draft;
  const field = id ? 'header_media_id' : 'header_media_url';
  const wrongFile = (problem: string) => new FieldErrors({ [field]: [problem] });
  if (id) await requireFitting(ctx, { id: account_id }, { kind: header.type, id, field });
  const fetcher = await files.fetcher(device.network);
  const signal = AbortSignal.timeout(FETCH_MS);
  const fetched = await fetcher.fetch(url, header.type, signal, { fewFormats: true });
  if (fetched.outcome === 'aborted') throw wrongFile('did not answer in time');
  if (fetched.outcome === 'refused') throw wrongFile(`leads to no file: ${fetched.message}`);
  await using file = fetched.file;
  if (!FORMATS[header.type].includes(file.mimetype)) throw wrongFile(NO_FORMAT);
  return { ...draft, headerHandle: await handleOf(ctx, files, device, file, field) };
}

/** What a received file is, by its bytes, with its handle. FieldErrors; ApiError service_unavailable. */
export async function takeExample(
  ctx: Context,
  files: ExampleFiles,
  device: DeviceRow,
  { path, size, fileName }: Omit<ExampleFile, 'mimetype'>,
): Promise<{ type: HeaderFile; handle: string }> {
  const head = await headOf(path);
  const [found] = KINDS.flatMap((type) => {
    const mimetype = mimetypeOf(type, head, null);
    return mimetype !== null && FORMATS[type].includes(mimetype) ? [{ type, mimetype }] : [];
  });
  if (!found) throw new FieldErrors({ file: [NO_FORMAT] });
  const { type, mimetype } = found;
  const max = MAX_EXAMPLE_BYTES[type];
  if (size > max) throw new FieldErrors({ file: [`must have at most ${max / MEBIBYTE} MiB`] });
  const handle = await handleOf(ctx, files, device, { path, size, fileName, mimetype }, 'file');
  return { type, handle };
}

async function handleOf(
  ctx: Context,
  { upload }: ExampleFiles,
  device: DeviceRow,
  { path, size, mimetype, fileName }: ExampleFile,
  field: string,
): Promise<string> {
  const creds = await openCredentials(ctx, device.id);
  const file = { path, size, mimetype, fileName };
  const result = creds
    ? await upload(device.network, { creds }, file)
    : ({ outcome: 'unreachable' } as const);
  const { outcome } = result;
  ctx.log.info({ deviceUuid: device.device_uuid, size, outcome }, 'templates.example_uploaded');
  if (outcome === 'uploaded') return result.handle;
  if (outcome === 'unreachable') throw new ApiError('service_unavailable', AWAY);
  throw new FieldErrors({ [field]: [`was refused by the provider: ${refusedByProvider(result)}`] });
}

const AWAY =
  'The provider did not take the example file, and nothing was changed. Try again after the seconds in Retry-After.';
