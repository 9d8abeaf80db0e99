import { z } from 'zod';

export interface OfficialSource {
  id: string;
  /** Null: the provider announced none. */
  sha256: Buffer | null;
}

const Stored = z.object({
  id: z.string(),
  sha256: z
    .string()
    .nullable()
    .transform((text) => text && Buffer.from(text, 'base64')),
});

/** Null: not digits, which would change the call's path. */
export function encodeSource({
  id,
  sha256,
}: {
  id: string | null | undefined;
  sha256: string | null | undefined;
}): string | null {
  if (!id || !/^\d{1,40}$/.test(id)) return null;
  return JSON.stringify({ id, sha256: sha256OrNull(sha256) });
}

export function decodeSource(source: string): OfficialSource {
  const { id, sha256 } = Stored.parse(JSON.parse(source));
  return { id, sha256: sha256 || null };
}

function sha256OrNull(text: string | null | undefined): string | null {
  const hash = Buffer.from(text ?? '', 'base64');
  return hash.length === 32 ? hash.toString('base64') : null;
}
