import { KIBIBYTE, MEBIBYTE } from '../../../src/platform/lib/bytes.ts';
import { MEDIA_TYPES, type MediaType } from '../sending/content.ts';

const RULES: Record<MediaType, { mimes: readonly string[]; maxBytes: number }> = {
  image: { mimes: ['image/jpeg', 'image/png'], maxBytes: 5 * MEBIBYTE },
  video: { mimes: ['video/mp4', 'video/3gpp'], maxBytes: 16 * MEBIBYTE },
  audio: {
    mimes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    maxBytes: 16 * MEBIBYTE,
  },
  document: {
    mimes: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.ms-excel',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/vnd.ms-powerpoint',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    maxBytes: 100 * MEBIBYTE,
  },
  sticker: { mimes: ['image/webp'], maxBytes: 500 * KIBIBYTE },
};

export const MAX_MEDIA_BYTES = 100 * MEBIBYTE;

/** Types with the same container share a signature. */
const SIGNATURES: readonly { mimes: readonly string[]; at: number; bytes: string }[] = [
  { mimes: ['image/jpeg'], at: 0, bytes: 'ffd8ff' },
  { mimes: ['image/png'], at: 0, bytes: '89504e470d0a1a0a' },
  { mimes: ['image/webp'], at: 8, bytes: '57454250' },
  { mimes: ['video/mp4', 'video/3gpp', 'audio/mp4'], at: 4, bytes: '66747970' },
  { mimes: ['audio/ogg'], at: 0, bytes: '4f676753' },
  { mimes: ['audio/amr'], at: 0, bytes: '2321414d52' },
  { mimes: ['audio/mpeg'], at: 0, bytes: '494433' },
  { mimes: ['audio/mpeg'], at: 0, bytes: 'fffb' },
  { mimes: ['audio/aac'], at: 0, bytes: 'fff1' },
  { mimes: ['audio/aac'], at: 0, bytes: 'fff9' },
  { mimes: ['application/pdf'], at: 0, bytes: '25504446' },
];
/** Office formats have two containers, and text has no signature. */
const WITHOUT_SIGNATURE = RULES.document.mimes.filter((mime) => mime !== 'application/pdf');

/** Where the codec header starts in the first page of an Ogg file. */
const OGG_HEADER_AT = 28;

/** The MIME type without parameters. */
export const mimeOf = (contentType: string) => contentType.split(';')[0]?.trim().toLowerCase() ?? '';

/** The message type for a content type, or null. */
export function mediaTypeOf(contentType: string): MediaType | null {
  const mime = mimeOf(contentType);
  return MEDIA_TYPES.find((type) => RULES[type].mimes.includes(mime)) ?? null;
}

/** Why the file is refused, or null. `strict` also refuses unknown bytes. */
export function findMediaProblem(
  type: MediaType,
  contentType: string,
  bytes: Buffer,
  strict: boolean,
): string | null {
  const { mimes, maxBytes } = RULES[type];
  const mime = mimeOf(contentType);
  if (!mimes.includes(mime))
    return `Unsupported ${type} mime type ${mime || '(none)'}. Please use one of ${mimes.join(', ')}.`;
  if (bytes.length > maxBytes)
    return `${type} file size ${bytes.length} exceeds the maximum of ${maxBytes} bytes.`;
  if (bytes.length === 0) return 'The file is empty.';
  const looksLike = SIGNATURES.filter(({ at, bytes: magic }) => {
    const expected = Buffer.from(magic, 'hex');
    return bytes.subarray(at, at + expected.length).equals(expected);
  }).flatMap((signature) => signature.mimes);
  if (WITHOUT_SIGNATURE.includes(mime)) return null;
  if (mime === 'audio/ogg') {
    const problem = findOggProblem(contentType, bytes);
    if (problem) return problem;
  }
  if (looksLike.length === 0 && !strict) return null;
  return looksLike.includes(mime)
    ? null
    : `The file is not what its type ${mime} says: it looks like ${looksLike[0] ?? 'no supported type'}.`;
}

/** The provider takes Ogg with Opus in mono only. A file shorter than its codec header passes. */
function findOggProblem(contentType: string, bytes: Buffer): string | null {
  const [, codec] = /;\s*codecs\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  if (codec !== undefined && codec.toLowerCase() !== 'opus') return `Ogg audio must be Opus, not ${codec}.`;
  const isOgg = bytes.subarray(0, 4).toString('latin1') === 'OggS';
  const header = bytes.subarray(OGG_HEADER_AT);
  if (!isOgg || header.length < 8) return null;
  if (header.subarray(0, 8).toString('latin1') !== 'OpusHead') return 'Ogg audio must be Opus.';
  const channels = header[9] ?? 0;
  return channels > 1 ? 'Ogg audio must be mono.' : null;
}
