import { fileURLToPath } from 'node:url';

/** For the workers and the processes that tests start: compiling the sources is half of a start. As in `src/cli.js`. */
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../node_modules/.cache/kurir', import.meta.url));
