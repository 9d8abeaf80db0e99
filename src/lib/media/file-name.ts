import { codePoints } from '../text.ts';
import { nameInDisposition } from './content-disposition.ts';
import { decodeName, percentDecode } from './name-encoding.ts';

/** In Unicode code points. */
const MAX_NAME = 150;
/** In UTF-16 units. The end has the extension. */
const MAX_READ = { beginning: 1_000, end: 16 };

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/rtf': 'rtf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/json': 'json',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/html': 'html',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/3gpp': '3gp',
};

/** As `fileNameOf`, of a name from elsewhere. `fallback` needs no extension. */
export function safeFileName(given: string | null, fallback: string, mimetype: string): string {
  return withExtension(clean(given ?? '') || fallback, mimetype);
}

/** A name without folders, control characters and direction marks, and with an extension. */
export function fileNameOf(contentDisposition: string | null, url: URL, mimetype: string): string {
  const name = clean(nameInDisposition(contentDisposition)) || clean(nameInUrl(url)) || 'document';
  return withExtension(name, mimetype);
}

function withExtension(name: string, mimetype: string): string {
  const extension = EXTENSIONS[mimetype.split(';')[0] ?? ''];
  return extension === undefined || /\.[A-Za-z0-9]{1,10}$/.test(name) ? name : `${name}.${extension}`;
}

function nameInUrl(url: URL): string {
  return decodeName(percentDecode(url.pathname.split('/').at(-1) ?? ''));
}

function clean(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const visible = cut(last.toWellFormed())
    // Control, format (direction, zero width), private and unassigned characters.
    .replace(/\p{C}|[\u2028\u2029]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ');
  return shorten(trim(visible));
}

/** Bounds the work. `clean` removes half a character at the cut. */
function cut(name: string): string {
  const { beginning, end } = MAX_READ;
  return name.length <= beginning + end ? name : name.slice(0, beginning) + name.slice(-end);
}

/** A regular expression needs quadratic time for "....x". */
function trim(name: string): string {
  const isFiller = (at: number) => name[at] === '.' || name[at] === ' ';
  let start = 0;
  let end = name.length;
  while (start < end && isFiller(start)) start += 1;
  while (end > start && isFiller(end - 1)) end -= 1;
  return name.slice(start, end);
}

/** Keeps the extension. */
function shorten(name: string): string {
  if (codePoints(name) <= MAX_NAME) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return `${[...name].slice(0, MAX_NAME - extension.length).join('')}${extension}`;
}
