import { marked } from 'marked';
import { readDocx } from './docx-format.ts';
import type { ReadFormat } from './format.ts';
import { readHtml } from './html-format.ts';
import { readPdf } from './pdf-format.ts';
import { ReadingFailed, type Tell } from './reading.ts';
import { SectionWriter } from './section-writer.ts';
import { readSitemap } from './sitemap-format.ts';
import { decodeText, readText } from './text-format.ts';

/** For the child process alone: it can take any time. */
export async function parse(format: ReadFormat, bytes: Buffer, tell: Tell): Promise<void> {
  let hasText = false;
  const writer = new SectionWriter((line) => {
    if (line.kind === 'section') hasText = true;
    tell(line);
  });
  try {
    await parseAs(format, bytes, { writer, tell });
    writer.flush();
    tell(hasText ? { kind: 'end' } : { kind: 'failed', problem: 'no_text' });
  } catch (error) {
    tell({ kind: 'failed', problem: error instanceof ReadingFailed ? error.problem : 'broken' });
  }
}

async function parseAs(
  format: ReadFormat,
  bytes: Buffer,
  { writer, tell }: { writer: SectionWriter; tell: Tell },
): Promise<void> {
  switch (format) {
    case 'txt':
      return readText(decodeText(bytes), writer);
    case 'md':
      return tellPage(readHtml(marked.parse(decodeText(bytes), { async: false }), writer), tell);
    case 'html':
      return tellPage(readHtml(decodeText(bytes), writer), tell);
    case 'pdf':
      return readPdf(bytes, writer, tell);
    case 'docx':
      return readDocx(bytes, writer, tell);
    case 'sitemap':
      return tell({ kind: 'links', links: readSitemap(decodeText(bytes)) });
    default:
      format satisfies never;
  }
}

function tellPage({ title, pictures, links }: ReturnType<typeof readHtml>, tell: Tell): void {
  if (title !== null) tell({ kind: 'title', title });
  if (pictures > 0) tell({ kind: 'pictures', count: pictures });
  tell({ kind: 'links', links });
}
