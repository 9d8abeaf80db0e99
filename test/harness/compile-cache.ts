import { fileURLToPath } from 'node:url';

/**
 * For the processes that tests start: compiling the sources is half of their start. The cache of `src/cli.js`. Not for
 * the workers, which would write theirs when they end.
 */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/kurir', import.meta.url));
