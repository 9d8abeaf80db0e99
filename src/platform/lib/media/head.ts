import { open } from 'node:fs/promises';
import { HEAD_BYTES } from './formats.ts';

/** The bytes that tell the type of a file. */
export async function headOf(file: string, bytes = HEAD_BYTES): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
