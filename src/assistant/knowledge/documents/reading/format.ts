export const FORMATS = ['txt', 'md', 'html', 'pdf', 'docx'] as const;
export type Format = (typeof FORMATS)[number];
/** A sitemap has links alone. */
export const READ_FORMATS = [...FORMATS, 'sitemap'] as const;
export type ReadFormat = (typeof READ_FORMATS)[number];

const BY_NAME: Readonly<Record<string, Format>> = {
  txt: 'txt',
  text: 'txt',
  md: 'md',
  markdown: 'md',
  htm: 'html',
  html: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  docx: 'docx',
};
const BY_TYPE: Readonly<Record<string, Format>> = {
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};
/** Readers of PDF accept bytes before the mark. */
const PDF_MARK_WITHIN = 1_024;

/** By the first bytes, else the name, else the type. Null: none that Kurir reads. */
export function formatOf(head: Buffer, name: string, contentType: string | null): Format | null {
  if (head.subarray(0, PDF_MARK_WITHIN).includes('%PDF-')) return 'pdf';
  const named = BY_NAME[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''];
  const typed = BY_TYPE[contentType?.split(';')[0]?.trim().toLowerCase() ?? ''];
  const format = named ?? typed ?? null;
  const isZip = head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  if (isZip) return format === 'docx' ? 'docx' : null;
  // Without their mark they are something else.
  if (format === 'pdf' || format === 'docx') return null;
  // UTF-16 begins with a mark. Other text has no NUL.
  const isUtf16 = /^(\xff\xfe|\xfe\xff)/.test(head.toString('latin1', 0, 2));
  return head.includes(0) && !isUtf16 ? null : format;
}

/** Types that say nothing of the format. */
const VAGUE_TYPES = [null, '', 'application/octet-stream', 'binary/octet-stream', 'text/plain'];

/** On the web the type is right more often than the ending. */
export function formatOfAnswer(head: Buffer, url: URL, contentType: string | null): Format | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? null;
  return formatOf(head, VAGUE_TYPES.includes(type) ? url.pathname : '', contentType);
}

export function mayBeDocument(contentType: string | null): boolean {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? null;
  return VAGUE_TYPES.includes(type) || (type !== null && type in BY_TYPE);
}
