import { isUtf8 } from 'node:buffer';
import type { SectionWriter } from './section-writer.ts';

/** UTF-8, UTF-16 with its mark, or else Windows-1252. */
export function decodeText(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

export function readText(text: string, writer: SectionWriter): void {
  for (const line of text.split(/\r\n|[\n\r\f]/)) writer.line(line);
}
