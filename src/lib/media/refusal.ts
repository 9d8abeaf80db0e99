import type { DownloadOutcome } from '../guarded-fetch/download.ts';
import type { OutboundError } from '../guarded-fetch/failure.ts';
import type { MediaType } from './formats.ts';

export type MediaCode =
  | 'media_unreachable'
  | 'media_blocked'
  | 'media_not_found'
  | 'media_too_large'
  | 'media_type_not_supported'
  | 'media_empty'
  | 'media_timeout';

/** The message contains neither the answer's body nor a private address. */
export interface Refusal {
  outcome: 'refused';
  code: MediaCode;
  message: string;
}

/** Statuses that a retry may change. */
export const TEMPORARY_STATUSES: readonly number[] = [408, 425, 429];
const MEBIBYTE = 1024 * 1024;

const SUPPORTED: Readonly<Record<MediaType, string>> = {
  image: 'JPEG, PNG or WebP',
  video: 'MP4 or 3GPP',
  audio: 'Ogg with Opus, MP3, AAC, M4A or AMR',
  document: 'any',
};

export function refusalOf(
  outcome: Exclude<DownloadOutcome, { outcome: 'saved' }>,
  maxBytes: number,
  type: MediaType,
): Refusal {
  switch (outcome.outcome) {
    case 'status':
      return byStatus(outcome.status);
    case 'too_large':
      return refused(
        'media_too_large',
        `The file is larger than the ${Math.floor(maxBytes / MEBIBYTE)} MiB allowed for ${type} messages.`,
      );
    case 'not_accepted':
      return typeRefusal(type);
    case 'failed':
      return byFailure(outcome);
    default:
      return outcome satisfies never;
  }
}

function byStatus(status: number): Refusal {
  const isPermanent = status >= 400 && status < 500 && !TEMPORARY_STATUSES.includes(status);
  return refused(
    isPermanent ? 'media_not_found' : 'media_unreachable',
    `The media URL answered with status ${status}.`,
  );
}

function byFailure({ error, message }: { error: OutboundError; message: string }): Refusal {
  if (error === 'blocked_address' || error === 'blocked_port') return refused('media_blocked', message);
  if (error === 'timeout') return refused('media_timeout', 'The file did not arrive in time.');
  return refused('media_unreachable', message);
}

export function typeRefusal(type: MediaType): Refusal {
  return refused(
    'media_type_not_supported',
    `The media URL does not lead to a file of a supported ${type} format (${SUPPORTED[type]}).`,
  );
}

export const refused = (code: MediaCode, message: string): Refusal => ({ outcome: 'refused', code, message });
