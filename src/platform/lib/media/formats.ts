import { typeOfName } from './extensions.ts';

export const UNKNOWN_TYPE = 'application/octet-stream';

export const MEDIA_TYPES = ['image', 'document', 'audio', 'video'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A sticker from a customer has the type image. */
export const FILE_KINDS = [...MEDIA_TYPES, 'sticker'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export function isFileKind(type: string): type is FileKind {
  return FILE_KINDS.some((each) => each === type);
}

export function isMediaType(type: string): type is MediaType {
  return MEDIA_TYPES.some((each) => each === type);
}

/** What `mimetypeOf` finds. Phones show any file as a document. */
const SHOWN: Readonly<Record<Exclude<FileKind, 'document'>, readonly string[]>> = {
  image: ['image/jpeg', 'image/png', 'image/webp'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/mp4', 'audio/ogg; codecs=opus', 'audio/amr', 'audio/aac', 'audio/mpeg'],
  sticker: ['image/webp'],
};

/** Whether phones show a file of this type, which is by its bytes, in such a message. */
export const isShownAs = (kind: FileKind, mimetype: string): boolean =>
  kind === 'document' || SHOWN[kind].includes(mimetype);

/** The Opus header of an Ogg page, and all lists of MP4 brands. */
export const HEAD_BYTES = 512;

const UNSPECIFIC =
  /octet-?stream$|^(application|binary)\/(x-)?(force-)?(download|unknown|binary)$|^(unknown|multipart|message)\//;

/** By bytes, name, content type. Null: WhatsApp does not support it. */
export function mimetypeOf(
  type: MediaType,
  head: Buffer,
  contentType: string | null,
  fileName = '',
): string | null {
  const named = namedType(contentType, fileName);
  switch (type) {
    case 'image':
      return imageOf(head);
    case 'video':
      return videoOf(head);
    case 'audio':
      return audioOf(head, named);
    case 'document':
      return text(head, 0, 5) === '%PDF-' ? 'application/pdf' : named || UNKNOWN_TYPE;
    default:
      return type satisfies never;
  }
}

/** What name or content type announce. Empty: nothing usual. */
export const namedType = (contentType: string | null, fileName: string): string =>
  typeOfName(fileName) ?? essence(contentType);

function imageOf(head: Buffer): string | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  return text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP' ? 'image/webp' : null;
}

const MP4_AUDIO = /^M4[AB] $/;
const MP4_VIDEO = /^(isom|iso[2-9a-f]|mp4[12v]|avc1|mmp4|M4V[ HP]|MSNV|dash|f4v )$/;
const THREE_GP = /^3g[2epgrs]\w$/;

function videoOf(head: Buffer): string | null {
  const [brand = '', ...compatible] = brandsOf(head);
  if (THREE_GP.test(brand)) return 'video/3gpp';
  if (MP4_VIDEO.test(brand)) return 'video/mp4';
  // Cameras write their own brand first. HEIC, AVIF and sound have no common one.
  const hasCommonBrand = !MP4_AUDIO.test(brand) && compatible.some((name) => /^mp4[12]$|^avc1$/.test(name));
  return hasCommonBrand ? 'video/mp4' : null;
}

function audioOf(head: Buffer, named: string): string | null {
  const [brand = ''] = brandsOf(head);
  if (MP4_AUDIO.test(brand) || (MP4_VIDEO.test(brand) && !named.startsWith('video/'))) return 'audio/mp4';
  // Phones play no other codec in Ogg.
  if (text(head, 0, 4) === 'OggS') return text(head, 28, 36) === 'OpusHead' ? 'audio/ogg; codecs=opus' : null;
  if (text(head, 0, 5) === '#!AMR') return 'audio/amr';
  const isAac = /aac/.test(named);
  if (text(head, 0, 3) === 'ID3') return isAac ? 'audio/aac' : 'audio/mpeg';
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  // Layer 0 is AAC in ADTS, 1 is MPEG layer 3.
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  const isMp3 = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08 && third >> 4 !== 15;
  return isMp3 ? 'audio/mpeg' : null;
}

function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || text(head, 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [text(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(head, at, at + 4));
  return brands;
}

/** Without parameters. Empty for an invalid or unspecific type. */
function essence(contentType: string | null): string {
  const named = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const isType = /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,80}$/.test(named);
  return isType && !UNSPECIFIC.test(named) ? named : '';
}

const text = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end);

const startsWith = (head: Buffer, bytes: number[]) =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes));
