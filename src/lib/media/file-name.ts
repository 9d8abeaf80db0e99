import { codePoints } from '../text.ts';

/** Longest name that is kept, in Unicode code points. */
const MAX_NAME = 150;
/** What is looked at of a longer name, in UTF-16 units: its beginning, and its end for the ending. */
const MAX_RAW = { beginning: 1_000, end: 16 };

/** Endings of common documents; the first type of an ending is the one a file of that type is given. */
const ENDINGS: Readonly<Record<string, string>> = {
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

/**
 * What the recipient sees a document called: the name in Content-Disposition, else the last part of the URL's path, else "document". Whatever is
 * no name (folders, control and direction characters) is taken out, and a missing ending is added when the type has one.
 */
export function fileNameOf(contentDisposition: string | null, url: URL, mimetype: string): string {
  const name = clean(dispositionName(contentDisposition)) || clean(pathName(url)) || 'document';
  const ending = ENDINGS[mimetype];
  return ending === undefined || /\.[A-Za-z0-9]{1,10}$/.test(name) ? name : `${name}.${ending}`;
}

/** RFC 6266: `filename*` wins over `filename`. The header has one character per byte. */
function dispositionName(header: string | null): string {
  if (header === null) return '';
  const parameters = parametersOf(header);
  const extended = /^([\w-]+)'[^']*'(.*)$/s.exec(parameters.get('filename*') ?? '');
  const name = extended ? decodeExtended(extended[1] ?? '', extended[2] ?? '') : null;
  return name ?? fromBytes(Buffer.from(parameters.get('filename') ?? '', 'latin1'));
}

/** `; name=token` or `; name="text with \" in it"`. The first of a kind counts. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  const pattern = /;\s*([\w!#$&+.^`|~*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/gs;
  for (const [, name = '', quoted, token = ''] of header.matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replace(/\\(.)/gs, '$1') ?? token);
  }
  return found;
}

/** RFC 8187: percent-encoded bytes in a named character set. */
function decodeExtended(charset: string, value: string): string | null {
  const bytes = percentDecode(value);
  if (/^utf-8$/i.test(charset)) return new TextDecoder().decode(bytes);
  return /^iso-8859-1$/i.test(charset) ? bytes.toString('latin1') : null;
}

function pathName(url: URL): string {
  return fromBytes(percentDecode(url.pathname.split('/').at(-1) ?? ''));
}

/** A stray percent sign stands for itself. */
function percentDecode(value: string): Buffer {
  const bytes = value.replace(/%([0-9A-Fa-f]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}

/** UTF-8 where it is UTF-8, else Latin-1: servers send either. */
function fromBytes(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
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

/** A header has room for 16 kB; no more work is done for it than for a name. Half a character at the cut goes with the invisible ones. */
function cut(name: string): string {
  const { beginning, end } = MAX_RAW;
  return name.length <= beginning + end ? name : name.slice(0, beginning) + name.slice(-end);
}

/** Without dots and spaces at both ends. No regular expression: at the end it would try from each dot of "....x". */
function trim(name: string): string {
  const isFiller = (at: number) => name[at] === '.' || name[at] === ' ';
  let start = 0;
  let end = name.length;
  while (start < end && isFiller(start)) start += 1;
  while (end > start && isFiller(end - 1)) end -= 1;
  return name.slice(start, end);
}

/** Cuts the middle, so that the ending stays. */
function shorten(name: string): string {
  if (codePoints(name) <= MAX_NAME) return name;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return `${[...name].slice(0, MAX_NAME - ending.length).join('')}${ending}`;
}
