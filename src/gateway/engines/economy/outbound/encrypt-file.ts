import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { getMediaKeys } from 'baileys';
import type { FileKind } from '../../../../platform/lib/media/formats.ts';

export interface EncryptedFile {
  mediaKey: Buffer;
  fileSha256: Buffer;
  fileEncSha256: Buffer;
  fileLength: number;
}

const MAC_BYTES = 10;

/** AES-256-CBC, then a MAC. On a full disk, Baileys's function ends the process. */
export async function encryptFile(
  source: string,
  target: string,
  type: FileKind,
  signal: AbortSignal,
): Promise<EncryptedFile> {
  const mediaKey = randomBytes(32);
  const { cipherKey, iv, macKey } = await getMediaKeys(mediaKey, type);
  if (!macKey) throw new Error('media keys without MAC key');
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv);
  const mac = createHmac('sha256', macKey).update(iv);
  const plainHash = createHash('sha256');
  const encryptedHash = createHash('sha256');
  let fileLength = 0;

  await pipeline(
    createReadStream(source),
    async function* (chunks: AsyncIterable<Buffer>) {
      const hashed = (bytes: Buffer) => {
        encryptedHash.update(bytes);
        return bytes;
      };
      const signed = (bytes: Buffer) => {
        mac.update(bytes);
        return hashed(bytes);
      };
      for await (const chunk of chunks) {
        fileLength += chunk.length;
        plainHash.update(chunk);
        yield signed(cipher.update(chunk));
      }
      yield signed(cipher.final());
      yield hashed(mac.digest().subarray(0, MAC_BYTES));
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  return { mediaKey, fileSha256: plainHash.digest(), fileEncSha256: encryptedHash.digest(), fileLength };
}
