import { rm } from 'node:fs/promises';
import type { GuardedClient } from '../../../../platform/lib/guarded-fetch/client.ts';
import { type FileSource, failedFile } from '../../inbound-file.ts';
import { decryptFile } from './decrypt-file.ts';
import { decodeSource } from './file-source.ts';

/** Padding to 16 bytes, and a MAC of 10. */
const OVERHEAD_BYTES = 26;
/** The CDN's answers for deleted files. */
const GONE: readonly number[] = [403, 404, 410];

interface FetchOptions {
  client: Pick<GuardedClient, 'get'>;
  /** The only host that files come from. */
  origin: string;
  timeoutMs: number;
}

/** Decrypts after all checks. Strangers name the path, but no host. */
export function createEconomyFiles({ client, origin, timeoutMs }: FetchOptions): FileSource {
  return {
    async fetch({ source, kind, path, maxBytes, signal }) {
      const { path: remote, ...keys } = decodeSource(source);
      const encrypted = `${path}.encrypted`;
      try {
        const outcome = await client.get(origin + remote, {
          file: encrypted,
          maxBytes: maxBytes + OVERHEAD_BYTES,
          timeoutMs,
          accepts: () => true,
          mayVisit: (url) => url.origin === origin,
          signal,
        });
        switch (outcome.outcome) {
          case 'saved':
            return await decryptFile({ ...keys, kind, encrypted, plain: path, signal });
          case 'status':
            return GONE.includes(outcome.status) ? failedFile('expired', true) : failedFile('unavailable');
          case 'too_large':
            return failedFile('too_large', true);
          case 'not_accepted':
          case 'failed':
            return failedFile('unavailable');
          default:
            return outcome satisfies never;
        }
      } finally {
        await rm(encrypted, { force: true });
      }
    },
  };
}
