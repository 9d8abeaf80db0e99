import { fileTypeFromBuffer } from 'file-type';
import { mimetypeOf, UNKNOWN_TYPE } from './formats.ts';

/** Packed Office documents name their content in the first entries. */
export const DOCUMENT_HEAD_BYTES = 65_536;

export interface Announced {
  /** By `seenType`. */
  seen: string | undefined;
  contentType: string | null;
  /** Empty without one. */
  fileName: string;
}

/** The name tells what they hold. */
const CONTAINERS = /^application\/(zip|x-cfb|xml|gzip)$/;
/** UTF-16 and UTF-8 marks look like sound. */
const TEXT_MARKS = ['fffe', 'feff', 'efbb'];
const PAGE = /^\s*(<\?xml[^>]*>)?\s*<(!doctype html|html|head|body|title|meta|script)\b/i;

export async function seenType(head: Buffer): Promise<string | undefined> {
  if (TEXT_MARKS.includes(head.toString('hex', 0, 2))) return undefined;
  return (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
}

/** By bytes, then name, then content type. */
export function documentType(head: Buffer, { seen, contentType, fileName }: Announced): string {
  if (seen !== undefined && !CONTAINERS.test(seen)) return seen;
  const named = mimetypeOf('document', head, contentType, fileName) ?? UNKNOWN_TYPE;
  return named === UNKNOWN_TYPE ? (seen ?? named) : named;
}

/** Whether a host shows a page in place of the file, unless `.html` is meant. */
export function isPage(head: Buffer, { seen, contentType, fileName }: Announced): boolean {
  if (/\.(x?html?|mht)$/i.test(fileName)) return false;
  const start = head.toString('utf8', 0, 1_024).replace(/^\uFEFF|<!--.*?-->/gs, '');
  return (
    PAGE.test(start) || (seen === undefined && /^\s*(text\/html|application\/xhtml)/i.test(contentType ?? ''))
  );
}
