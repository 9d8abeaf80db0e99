import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The compile cache halves the start time. It is skipped when the folder is read-only. This file is JavaScript: types
// of a file before the cache would load the compiler in every process.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/kurir', import.meta.url)));

const { runCommandLine } = await import('./app/cli/command-line.ts');
await runCommandLine(process.argv.slice(2));
