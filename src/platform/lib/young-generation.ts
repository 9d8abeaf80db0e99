import { setFlagsFromString } from 'node:v8';

/**
 * V8 would learn that waiting requests live long, and keep later ones until a full collection.
 *
 * Compile-cache entries are valid only with their writer's flags.
 */
export function allocateInYoungGeneration(): void {
  setFlagsFromString('--no-allocation-site-pretenuring');
}
