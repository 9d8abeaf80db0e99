import type { components } from './schema.ts';

/** A named schema of the API, such as `Schema<'Device'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];
