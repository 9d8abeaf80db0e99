import type { FastifyRequest } from 'fastify';
import { issueText } from '../../../platform/lib/check-fields.ts';
import { FieldErrors } from '../../../platform/lib/errors.ts';
import { receiveFile, wrongFile } from '../../../platform/lib/http/upload.ts';
import { headOf } from '../../../platform/lib/media/head.ts';
import { cut } from '../../../platform/lib/text.ts';
import { type Format, formatOf } from './reading/format.ts';
import { MAX_FILE, MAX_TITLE, title as titleField } from './schema.ts';

export interface Upload {
  title: string;
  format: Format;
  size: number;
}

/** FieldErrors for other parts and formats; ApiError payload_too_large, unsupported_media_type. */
export async function receiveUpload(request: FastifyRequest, path: string): Promise<Upload> {
  const { name, contentType, size, texts } = await receiveFile(request, path, MAX_FILE);
  const title = texts.title === undefined ? titleOf(name) : titleIn(texts.title);
  const format = formatOf(await headOf(path), name, contentType);
  if (format === null) throw wrongFile('must be a PDF, DOCX, HTML, Markdown or text file');
  return { title, format, size };
}

function titleIn(value: unknown): string {
  const parsed = titleField.safeParse(value, { error: issueText });
  if (parsed.success) return parsed.data;
  throw new FieldErrors({ title: parsed.error.issues.map(({ message }) => message) });
}

/** Of a file without a title: its name without folders and ending. */
function titleOf(name: string): string {
  const base = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[a-z]+$/i, '')
    .trim();
  return cut(base, MAX_TITLE) || 'Document';
}
