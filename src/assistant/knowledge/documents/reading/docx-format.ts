import mammoth from 'mammoth';
import { readHtml } from './html-format.ts';
import { ReadingFailed, type Tell } from './reading.ts';
import type { SectionWriter } from './section-writer.ts';
import { requireSmallZip } from './zip-limits.ts';

const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];

export async function readDocx(bytes: Buffer, writer: SectionWriter, tell: Tell): Promise<void> {
  requireSmallZip(bytes);
  let pictures = 0;
  const convertImage = mammoth.images.imgElement(async () => {
    pictures += 1;
    return { src: '' };
  });
  const options = { convertImage, styleMap: STYLES, includeEmbeddedStyleMap: false };
  const { value: html } = await mammoth.convertToHtml({ buffer: bytes }, options).catch((error: unknown) => {
    throw new ReadingFailed('broken', { cause: error });
  });
  readHtml(html, writer);
  writer.flush();
  if (pictures > 0) tell({ kind: 'pictures', count: pictures });
}
