import { setFlagsFromString } from 'node:v8';

/**
 * V8 learns from early collections which objects live long. Requests that wait for their batch look so, and later ones
 * would stay until a full collection.
 *
 * The compile cache must be written before: its entries are valid only with the flags of their writer.
 */
export function allocateInYoungGeneration(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
