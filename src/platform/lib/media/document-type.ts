import { fileTypeFromBuffer } from 'file-type';
import { mimetypeOf, UNKNOWN_TYPE } from './formats.ts';

/** Of the file. Packed Office documents name their content in the first entries. */
export const DOCUMENT_HEAD_BYTES = 65_536;

/** What is known of a fetched file beside its bytes. */
export interface Announced {
  /** By `seenType`. */
  seen: string | undefined;
  contentType: string | null;
  /** Empty without one. */
  fileName: string;
}

/** Types that hold files of many other types, which the name tells. */
const CONTAINERS = /^application\/(zip|x-cfb|xml|gzip)$/;
/** Marks of UTF-16 and UTF-8, which look like sound. */
const TEXT_MARKS = ['fffe', 'feff', 'efbb'];
const PAGE = /^\s*(<\?xml[^>]*>)?\s*<(!doctype html|html|head|body|title|meta|script)\b/i;

/** By the bytes alone. Undefined for text and for unknown formats. Never rejects. */
export async function seenType(head: Buffer): Promise<string | undefined> {
  if (TEXT_MARKS.includes(head.toString('hex', 0, 2))) return undefined;
  return (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
}

/** By the bytes, then by the name, then by the content type. */
export function documentType(head: Buffer, { seen, contentType, fileName }: Announced): string {
  if (seen !== undefined && !CONTAINERS.test(seen)) return seen;
  const named = mimetypeOf('document', head, contentType, fileName) ?? UNKNOWN_TYPE;
  return named === UNKNOWN_TYPE ? (seen ?? named) : named;
}

/** Whether a host shows a page, such as a log-in, in place of the file. A file named `.html` is meant. */
export function isPage(head: Buffer, { seen, contentType, fileName }: Announced): boolean {
  if (/\.(x?html?|mht)$/i.test(fileName)) return false;
  const start = head.toString('utf8', 0, 1_024).replace(/^\uFEFF|<!--.*?-->/gs, '');
  return (
    PAGE.test(start) || (seen === undefined && /^\s*(text\/html|application\/xhtml)/i.test(contentType ?? ''))
  );
}
