import { codePoints } from '../text.ts';
import { nameInDisposition } from './content-disposition.ts';
import { extensionOf } from './extensions.ts';
import { decodeName, percentDecode } from './name-encoding.ts';

/** In Unicode code points. */
const MAX_NAME = 150;
/** In UTF-16 units. The end has the extension. */
const MAX_READ = { beginning: 1_000, end: 16 };
/** The answering program, not the file: `download.php`. */
const PROGRAM = /\.(php\d?|aspx?|ashx|jsp|cgi|cfm|do)$/i;

/** `fallback` needs no extension. */
export function safeFileName(given: string | null, fallback: string, mimetype: string): string {
  return withExtension(clean(given ?? '') || fallback, mimetype);
}

/** No folders, control characters or direction marks; with an extension. */
export function fileNameOf(contentDisposition: string | null, url: URL, mimetype: string): string {
  return withExtension(givenName(contentDisposition, url) || 'document', mimetype);
}

/** Empty without one. */
export function givenName(contentDisposition: string | null, url: URL): string {
  return clean(nameInDisposition(contentDisposition)) || clean(nameInUrl(url));
}

function withExtension(given: string, mimetype: string): string {
  const extension = extensionOf(mimetype);
  const name = extension === undefined ? given : given.replace(PROGRAM, '');
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

function cut(name: string): string {
  const { beginning, end } = MAX_READ;
  return name.length <= beginning + end ? name : name.slice(0, beginning) + name.slice(-end);
}

/** A regular expression takes quadratic time for "....x". */
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
