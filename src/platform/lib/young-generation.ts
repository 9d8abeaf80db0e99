import { setFlagsFromString } from 'node:v8';

/**
 * V8 learns from early collections which objects live long, and then allocates them in the old generation. While the
 * young generation is small, requests that wait for their batch look so. Each later request would then stay in
 * memory until a full collection.
 *
 * The compile cache must be written before: an entry is valid only with the flags of its writer.
 */
export function allocateInYoungGeneration(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
