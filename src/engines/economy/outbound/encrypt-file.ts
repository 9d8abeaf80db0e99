import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { getMediaKeys } from 'baileys';
import type { MediaType } from '../../../lib/media/formats.ts';

/** What opens an encrypted file, and proves that it is the right one. */
export interface Sealed {
  mediaKey: Buffer;
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
}

const MAC_BYTES = 10;

/**
 * Encrypts a file as the network keeps it: AES-256-CBC under a key of its own, then a MAC. From file to file in small pieces; rejects on the
 * signal and on trouble with either file. (The client's own way to do this ends the whole process when the disk is full.)
 */
export async function seal(
  source: string,
  target: string,
  type: MediaType,
  signal: AbortSignal,
): Promise<Sealed> {
  const mediaKey = randomBytes(32);
  const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type);
  if (!macKey) throw new Error('no key to sign the file with');
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const mac = createHmac('sha256', macKey).update(iv);
  const plain = createHash('sha256');
  const encrypted = createHash('sha256');
  let fileLength = 0;
  const pass = (bytes: Buffer, signed = true) => {
    if (signed) mac.update(bytes);
    encrypted.update(bytes);
    return bytes;
  };

  await pipeline(
    createReadStream(source),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        fileLength += chunk.length;
        plain.update(chunk);
        yield pass(cipher.update(chunk));
      }
      yield pass(cipher.final());
      yield pass(mac.digest().subarray(0, MAC_BYTES), false);
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  return { mediaKey, fileSha256: plain.digest(), fileEncSha256: encrypted.digest(), fileLength };
}
