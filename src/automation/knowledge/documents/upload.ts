import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { issueText } from '../../../lib/check-fields.ts';
import { ApiError, FieldErrors } from '../../../lib/errors.ts';
import { headOf } from '../../../lib/media/head.ts';
import { cut, toStorable } from '../../../lib/text.ts';
import { type Format, formatOf } from './reading/format.ts';
import { MAX_FILE, MAX_TITLE, title as titleField } from './schema.ts';

const LIMITS = { files: 1, fields: 5, parts: 6, fileSize: MAX_FILE, fieldSize: 4_096, headerPairs: 50 };
/** Of the parts around the file. */
const MAX_FRAME = 64 * 1024;

export interface Upload {
  title: string;
  format: Format;
  size: number;
}

/**
 * Writes the file of the request to `path`. FieldErrors for other parts and for a file that is none of the formats;
 * ApiError payload_too_large, unsupported_media_type.
 */
export async function receiveUpload(request: FastifyRequest, path: string): Promise<Upload> {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', 'Send the file as multipart/form-data.');
  }
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE + MAX_FRAME) {
    throw new ApiError('payload_too_large');
  }
  const { name, contentType, size, title } = await receiveParts(request, path);
  const format = formatOf(await headOf(path), name, contentType);
  if (format === null) throw wrongFile('must be a PDF, DOCX, HTML, Markdown or text file');
  if (size === 0) throw wrongFile('is empty');
  return { title: title ?? titleOf(name), format, size };
}

interface Received {
  name: string;
  contentType: string | null;
  size: number;
  title: string | null;
}

async function receiveParts(request: FastifyRequest, path: string): Promise<Received> {
  // The client has gone: the parser would wait for its parts for ever.
  if (request.raw.destroyed) throw incomplete();
  let file: Omit<Received, 'title'> | null = null;
  let title: string | null = null;
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'file') file = { ...nameOf(part), size: await saveFile(part, path) };
      else if (part.fieldname === 'title') title = titleIn(part.value);
    }
  } catch (error) {
    throw problemOf(error);
  }
  if (file === null) throw wrongFile('is required');
  return { ...file, title };
}

async function saveFile(part: MultipartFile, path: string): Promise<number> {
  await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
  if (part.file.truncated) throw new ApiError('payload_too_large');
  return part.file.bytesRead;
}

const nameOf = ({ filename, mimetype }: MultipartFile) => ({
  name: toStorable(filename ?? ''),
  contentType: mimetype ?? null,
});

function titleIn(value: unknown): string {
  const parsed = titleField.safeParse(value, { error: issueText });
  if (parsed.success) return parsed.data;
  throw new FieldErrors({ title: parsed.error.issues.map(({ message }) => message) });
}

/** The library has its own errors, for broken parts and for too many of them. */
function problemOf(error: unknown): unknown {
  if (error instanceof ApiError || error instanceof FieldErrors || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return wrongFile('must be one file');
  // Disks fail with a code of the system.
  if (code !== '' && !code.startsWith('FST_')) return error;
  return incomplete();
}

const incomplete = () => new FieldErrors({ body: ['must be complete multipart/form-data'] });

const wrongFile = (problem: string) => new FieldErrors({ file: [problem] });

/** Of a file without a title: its name without folders and ending. */
export function titleOf(name: string): string {
  const base = name
    .replace(/^.*[\\/]/, '')
    .replace(/\.[a-z]+$/i, '')
    .trim();
  return cut(base, MAX_TITLE) || 'Document';
}
