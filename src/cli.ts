import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled once and kept: a start costs half the time. Where the folder cannot be written, it does without.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/kurir', import.meta.url)));

const { runCommandLine } = await import('./app/cli/command-line.ts');
await runCommandLine(process.argv.slice(2));
