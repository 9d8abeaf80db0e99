import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FileKind } from '../../../../platform/lib/media/formats.ts';
import { type FileOutcome, failedFile } from '../../inbound-file.ts';

interface Decryption {
  kind: FileKind;
  mediaKey: Buffer;
  sha256: Buffer;
  encryptedSha256: Buffer;
  encrypted: string;
  plain: string;
  signal: AbortSignal;
}

const MAC_BYTES = 10;
const BLOCK_BYTES = 16;
const KEY_BYTES = 112;

/** The network derives keys from these. */
const PURPOSES: Readonly<Record<FileKind, string>> = {
  image: 'WhatsApp Image Keys',
  sticker: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
};

/** AES-256-CBC. Checks hash and MAC before decryption, the plain hash after it. */
export async function decryptFile(decryption: Decryption): Promise<FileOutcome> {
  const { plain, sha256 } = decryption;
  if (!(await isAuthentic(decryption))) return failedFile('hash_mismatch');
  try {
    const { size, hash } = await decrypt(decryption);
    if (hash.equals(sha256)) return { outcome: 'saved', size, sha256 };
  } catch (error) {
    await rm(plain, { force: true });
    if (!isBadPadding(error)) throw error;
  }
  await rm(plain, { force: true });
  return failedFile('hash_mismatch', true);
}

async function isAuthentic({
  mediaKey,
  kind,
  encrypted,
  encryptedSha256,
  signal,
}: Decryption): Promise<boolean> {
  const end = (await stat(encrypted)).size - MAC_BYTES;
  if (end < BLOCK_BYTES || end % BLOCK_BYTES !== 0) return false;
  const { iv, macKey } = keysOf(mediaKey, kind);
  const mac = createHmac('sha256', macKey).update(iv);
  const hash = createHash('sha256');
  const announced: Buffer[] = [];
  let position = 0;
  for await (const chunk of createReadStream(encrypted, { signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    const body = Math.max(0, Math.min(chunk.length, end - position));
    mac.update(chunk.subarray(0, body));
    announced.push(chunk.subarray(body));
    position += chunk.length;
  }
  const expected = mac.digest().subarray(0, MAC_BYTES);
  const given = Buffer.concat(announced);
  return (
    hash.digest().equals(encryptedSha256) && given.length === MAC_BYTES && timingSafeEqual(given, expected)
  );
}

async function decrypt({
  mediaKey,
  kind,
  encrypted,
  plain,
  signal,
}: Decryption): Promise<{ size: number; hash: Buffer }> {
  const { iv, cipherKey } = keysOf(mediaKey, kind);
  const last = (await stat(encrypted)).size - MAC_BYTES - 1;
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(
    createReadStream(encrypted, { end: last }),
    createDecipheriv('aes-256-cbc', cipherKey, iv),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(plain, { flags: 'wx', mode: 0o600 }),
    { signal },
  );
  return { size, hash: hash.digest() };
}

function keysOf(mediaKey: Buffer, kind: FileKind): { iv: Buffer; cipherKey: Buffer; macKey: Buffer } {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), PURPOSES[kind], KEY_BYTES));
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) };
}

function isBadPadding(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OSSL_BAD_DECRYPT';
}
