import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import { createGuardedClient, type GuardedClient } from '../../../src/platform/lib/guarded-fetch/client.ts';
import { MAX_MEDIA_BYTES } from './rules.ts';

const FETCH_TIMEOUT_MS = 20 * SECOND;
const CACHE_MS = 10 * MINUTE;

export type FetchResult = { mimeType: string; bytes: Buffer } | { problem: string };

/** Fetches links in messages, each at most every ten minutes. */
export class LinkFetcher {
  readonly #folder: string;
  readonly #client: GuardedClient;
  readonly #stop = new AbortController();
  readonly #cache = new Map<string, { fetched: Promise<FetchResult>; until: number }>();

  /** Tenants choose the links, so private networks need `allowNetworks` (CIDRs). */
  constructor(folder: string, allowNetworks: readonly string[]) {
    this.#folder = folder;
    this.#client = createGuardedClient({ allowNetworks });
  }

  /** The file, or the problem. `now` in milliseconds. */
  fetch(url: string, now: number): Promise<FetchResult> {
    for (const [known, { until }] of this.#cache) if (until <= now) this.#cache.delete(known);
    const cached = this.#cache.get(url);
    if (cached) return cached.fetched;
    const fetched = this.#download(url);
    this.#cache.set(url, { fetched, until: now + CACHE_MS });
    const forget = () => void this.#cache.delete(url);
    void fetched.then((result) => 'problem' in result && forget(), forget);
    return fetched;
  }

  forgetAll(): void {
    this.#cache.clear();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#client.close();
  }

  async #download(url: string): Promise<FetchResult> {
    await mkdir(this.#folder, { recursive: true });
    const file = path.join(this.#folder, `link-${randomUUID()}.part`);
    const result = await this.#client.get(url, {
      file,
      maxBytes: MAX_MEDIA_BYTES,
      timeoutMs: FETCH_TIMEOUT_MS,
      accepts: () => true,
      signal: this.#stop.signal,
    });
    switch (result.outcome) {
      case 'saved': {
        const bytes = await readFile(file);
        await rm(file, { force: true });
        return { mimeType: result.contentType ?? '', bytes };
      }
      case 'status':
        return { problem: `HTTP code ${result.status}` };
      case 'too_large':
        return { problem: `larger than ${MAX_MEDIA_BYTES} bytes` };
      case 'not_accepted':
        return { problem: `type ${result.contentType ?? 'unknown'}` };
      case 'failed':
        return { problem: result.message };
      default:
        return result satisfies never;
    }
  }
}
