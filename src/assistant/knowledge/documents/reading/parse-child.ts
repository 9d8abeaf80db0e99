import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { READ_FORMATS } from './format.ts';
import { parse } from './parse.ts';
import { PassageWriter } from './passages.ts';
import type { ReadingLine } from './reading.ts';

// The standard output belongs to the lines.
for (const method of ['log', 'info', 'debug', 'warn', 'error'] as const) console[method] = () => {};

const format = READ_FORMATS.find((each) => each === process.argv[2]);
if (!format) throw new Error('The format is missing.');
const bytes = await buffer(process.stdin);
const passages = new PassageWriter((passage, last_page) => tell({ kind: 'passage', passage, last_page }));
await parse(format, bytes, (line) => {
  if (line.kind === 'section') return passages.add(line.section);
  if (line.kind === 'end' || line.kind === 'failed') passages.flush();
  tell(line);
});
process.exit(0);

function tell(line: ReadingLine): void {
  const text = Buffer.from(`${JSON.stringify(line)}\n`);
  for (let at = 0; at < text.length; ) at += write(text, at);
}

/** Lines leave before the next page is read. A full pipe is tried again. */
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
