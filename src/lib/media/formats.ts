/** The kinds of files a message can carry. */
export const MEDIA_TYPES = ['image', 'document', 'audio', 'video'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** Whether messages of this type carry a file. */
export function isMediaType(type: string): type is MediaType {
  return MEDIA_TYPES.some((each) => each === type);
}

/** What is read of a file to tell its format: the first Ogg page with its Opus header fits, and any list of MP4 brands. */
export const HEAD_BYTES = 512;

/** Types that say nothing; many file stores answer so about everything. */
const SILENT: readonly string[] = [
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/x-download',
];

/** What a server may call a file of each kind. */
const FAMILIES: Readonly<Record<Exclude<MediaType, 'document'>, RegExp>> = {
  image: /^image\//,
  audio: /^(audio\/|application\/ogg$|video\/ogg$)/,
  video: /^(video\/|application\/mp4$)/,
};

/** Whether an answer with this Content-Type may hold a file of this kind; the bytes have the last word. */
export function isPlausible(type: MediaType, contentType: string | null): boolean {
  const named = essence(contentType);
  return type === 'document' || SILENT.includes(named) || FAMILIES[type].test(named);
}

/**
 * The MIME type of a file, as the network wants it, from its first bytes; of a document, what the server says. Null when the format is none
 * that the network carries as this kind.
 */
export function mimetypeOf(type: MediaType, head: Buffer, contentType: string | null): string | null {
  switch (type) {
    case 'image':
      return imageOf(head);
    case 'video':
      return videoOf(head);
    case 'audio':
      return audioOf(head, essence(contentType));
    case 'document':
      return documentOf(head, essence(contentType));
    default:
      return type satisfies never;
  }
}

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
  // A brand of its own over ordinary ones; pictures (HEIC, AVIF) and sound list none of these.
  const isOrdinary = !MP4_AUDIO.test(brand) && compatible.some((name) => /^mp4[12]$|^avc1$/.test(name));
  return isOrdinary ? 'video/mp4' : null;
}

function audioOf(head: Buffer, named: string): string | null {
  const [brand = ''] = brandsOf(head);
  // Recorders write sound under the brands of video too.
  if (MP4_AUDIO.test(brand) || (MP4_VIDEO.test(brand) && !named.startsWith('video/'))) return 'audio/mp4';
  // Opus only: the network's phones do not play other sound in Ogg.
  if (text(head, 0, 4) === 'OggS') return text(head, 28, 36) === 'OpusHead' ? 'audio/ogg; codecs=opus' : null;
  if (text(head, 0, 5) === '#!AMR') return 'audio/amr';
  const isAac = /aac/.test(named);
  if (text(head, 0, 3) === 'ID3') return isAac ? 'audio/aac' : 'audio/mpeg';
  const [first = 0, second = 0, third = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  // The layer: 0 is AAC in ADTS, 1 is the third one of MPEG; version 1 and bit rate 15 do not exist.
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  const isMp3 = (second & 0x06) === 0x02 && (second & 0x18) !== 0x08 && third >> 4 !== 15;
  return isMp3 ? 'audio/mpeg' : null;
}

function documentOf(head: Buffer, named: string): string {
  if (text(head, 0, 5) === '%PDF-') return 'application/pdf';
  return SILENT.includes(named) ? 'application/octet-stream' : named;
}

/** The brands of an ISO media file, the major one first; none when it is no such file. */
function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || text(head, 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [text(head, 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(head, at, at + 4));
  return brands;
}

/** The type without its parameters; empty when it is none. */
function essence(contentType: string | null): string {
  const named = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9!#$&^_.+-]{1,60}\/[a-z0-9!#$&^_.+-]{1,80}$/.test(named) ? named : '';
}

const text = (head: Buffer, start: number, end: number) => head.toString('latin1', start, end);

const startsWith = (head: Buffer, bytes: number[]) =>
  head.subarray(0, bytes.length).equals(Buffer.from(bytes));
