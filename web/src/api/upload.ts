import type { Schema } from './schemas.ts';
import { type SendOptions, sendBytes } from './send-bytes.ts';
import { PART_BYTES, uploadInParts } from './upload-in-parts.ts';

interface Options extends SendOptions {
  /** Without it, the bytes decide. */
  type: Schema<'UploadedMedia'>['type'] | null;
}

/** Stores a file at the gateway, a large one in parts. */
export async function uploadFile(
  file: File,
  { type, ...options }: Options,
): Promise<Schema<'UploadedMedia'>> {
  if (file.size > PART_BYTES) return uploadInParts(file, { type, ...options });
  const query = new URLSearchParams({ file_name: file.name, ...(type && { type }) });
  // A form or JSON by its type is a file here too.
  const headers = { 'content-type': file.type || 'application/octet-stream' };
  return (await sendBytes('POST', `/app/api/media?${query}`, { headers, body: file, ...options })).json();
}
