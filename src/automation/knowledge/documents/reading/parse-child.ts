import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { FORMATS } from './format.ts';
import { parse } from './parse.ts';

// Libraries write warnings to the console, whose standard output belongs to the lines.
for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) console[method] = () => {};

const format = FORMATS.find((each) => each === process.argv[2]);
if (!format) throw new Error('The format is missing.');
const bytes = await buffer(process.stdin);
await parse(format, bytes, (line) => {
  const text = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < text.length; ) at += write(text, at);
});
process.exit(0);

/** Synchronous, so that lines leave before the next page is read. A full pipe is tried again. */
function write(text: Buffer, at: number): number {
  try {
    return writeSync(1, text, at);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      return 0;
    }
    throw error;
  }
}
