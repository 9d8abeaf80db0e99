import { z } from 'zod';

const KEY_BYTES = 32;
/** Above the network's paths. */
const MAX_PATH = 2_000;

export interface SourceFields {
  path: string | null;
  mediaKey: Uint8Array | null | undefined;
  fileSha256: Uint8Array | null | undefined;
  fileEncSha256: Uint8Array | null | undefined;
}

export interface EconomySource {
  path: string;
  mediaKey: Buffer;
  sha256: Buffer;
  encryptedSha256: Buffer;
}

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'));
const Stored = z.object({ path: z.string(), mediaKey: bytes, sha256: bytes, encryptedSha256: bytes });

/** Null: incomplete, so it cannot be checked. */
export function encodeSource({ path, mediaKey, fileSha256, fileEncSha256 }: SourceFields): string | null {
  if (path === null || !isPath(path)) return null;
  const keys = [mediaKey, fileSha256, fileEncSha256].map((each) => Buffer.from(each ?? []));
  if (keys.some(({ length }) => length !== KEY_BYTES)) return null;
  const [key, sha256, encryptedSha256] = keys.map((each) => each.toString('base64'));
  return JSON.stringify({ path, mediaKey: key, sha256, encryptedSha256 });
}

export function decodeSource(source: string): EconomySource {
  return Stored.parse(JSON.parse(source));
}

/** Two slashes would name another host. */
function isPath(path: string): boolean {
  return path.length <= MAX_PATH && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(path);
}
