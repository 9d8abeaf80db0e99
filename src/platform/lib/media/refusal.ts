import { KIBIBYTE, MEBIBYTE } from '../bytes.ts';
import type { DownloadOutcome } from '../guarded-fetch/download.ts';
import type { OutboundError } from '../guarded-fetch/failure.ts';
import { type FileKind, isShownAs, type MediaType } from './formats.ts';
import { MAX_STICKER_BYTES } from './stickers.ts';

export const MEDIA_CODES = [
  'media_unreachable',
  'media_blocked',
  'media_not_found',
  'media_too_large',
  'media_type_not_supported',
  'media_is_page',
  'media_empty',
  'media_timeout',
] as const;
export type MediaCode = (typeof MEDIA_CODES)[number];

/** No answer body, no private address. */
export interface Refusal {
  outcome: 'refused';
  code: MediaCode;
  message: string;
}

export const TEMPORARY_STATUSES: readonly number[] = [408, 425, 429];

const SUPPORTED: Readonly<Record<MediaType, string>> = {
  image: 'JPEG, PNG or WebP',
  video: 'MP4 or 3GPP',
  audio: 'Ogg with Opus, MP3, AAC, M4A or AMR',
  document: 'any',
};

export function refusalOf(
  outcome: Exclude<DownloadOutcome, { outcome: 'saved' }>,
  maxBytes: number,
  type: FileKind,
): Refusal {
  switch (outcome.outcome) {
    case 'status':
      return byStatus(outcome.status);
    case 'too_large':
      return tooLarge(type, maxBytes);
    case 'not_accepted':
      return type === 'sticker' ? stickerRefusal() : typeRefusal(type, undefined, true);
    case 'failed':
      return byFailure(outcome);
    default:
      return outcome satisfies never;
  }
}

export function tooLarge(type: FileKind, maxBytes: number): Refusal {
  const isWhole = maxBytes % MEBIBYTE === 0;
  const size = isWhole ? `${maxBytes / MEBIBYTE} MiB` : `${Math.floor(maxBytes / KIBIBYTE)} KiB`;
  const asDocument = type === 'document' || type === 'sticker' ? '' : ', or send it as a document';
  return refused(
    'media_too_large',
    `The file is larger than the ${size} allowed for ${type} messages. Send a smaller file${asDocument}.`,
  );
}

export function stickerRefusal(): Refusal {
  return refused(
    'media_type_not_supported',
    'A sticker is a WebP file. Convert the picture, or send it as an image.',
  );
}

function byStatus(status: number): Refusal {
  const isPermanent = status >= 400 && status < 500 && !TEMPORARY_STATUSES.includes(status);
  return refused(
    isPermanent ? 'media_not_found' : 'media_unreachable',
    `The media URL answered with status ${status}. ${adviceOn(status)}`,
  );
}

function adviceOn(status: number): string {
  if ([401, 403, 407].includes(status)) return 'Share the file so that it loads without a log-in.';
  if (status === 404 || status === 410) return 'Check the address: the file does not exist there.';
  if (status === 429) return 'The host limits downloads: send again later, or use another host.';
  return status >= 500 ? 'The host has a problem: send again later.' : OPEN_IT;
}

const OPEN_IT = 'Open the address in a private window of a browser: the file must load there.';

function byFailure({ error, message }: { error: OutboundError; message: string }): Refusal {
  if (error === 'blocked_address' || error === 'blocked_port')
    return refused('media_blocked', `${message} Use a public address.`);
  if (error === 'timeout')
    return refused(
      'media_timeout',
      'The file did not arrive in time. Send a smaller file, or use a faster host.',
    );
  return refused('media_unreachable', `${message} ${OPEN_IT}`);
}

/** Of a stored file as a message of this kind. Null: phones show it. Messages find out what a sticker is. */
export function misfitOf(
  kind: FileKind,
  { mimetype, size }: { mimetype: string; size: number },
  maxBytes: Readonly<Record<MediaType, number>>,
): Refusal | null {
  if (!isShownAs(kind, mimetype))
    return kind === 'sticker' ? stickerRefusal() : typeRefusal(kind, mimetype, true);
  const max = kind === 'sticker' ? MAX_STICKER_BYTES.animated : maxBytes[kind];
  return size > max ? tooLarge(kind, max) : null;
}

/** `seen`: by bytes. `anyDocument`: the network takes all. */
export function typeRefusal(type: MediaType, seen: string | undefined, anyDocument: boolean): Refusal {
  const is = seen === undefined ? 'The file has no known format.' : `The file is of type ${seen}.`;
  return refused(
    'media_type_not_supported',
    `${is} A message of type ${type} needs ${SUPPORTED[type]}. ` +
      `Convert the file, or send ${anyDocument ? 'it as a document' : 'a text with its address'}.`,
  );
}

export function pageRefusal(): Refusal {
  return refused(
    'media_is_page',
    'The address shows a web page, not a file: is it shared with a log-in? Use the address of the download itself.',
  );
}

export const refused = (code: MediaCode, message: string): Refusal => ({ outcome: 'refused', code, message });
