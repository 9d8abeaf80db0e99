import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** A PDF with these lines on each page; a line with `#` in front is larger. */
export function pdfOf(pages: readonly (readonly string[])[], title = ''): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${5 + 2 * n} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${title}) >>`,
  ];
  for (const lines of pages) {
    const text = lines.map((line, n) => lineOf(line, 780 - 20 * n)).join('\n');
    const content = objects.length + 2;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> ` +
        `/Contents ${content} 0 R >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    );
  }
  return pdfFrom(objects);
}

function lineOf(line: string, y: number): string {
  const size = line.startsWith('#') ? 20 : 11;
  const text = line.replace(/^#\s*/, '').replace(/[\\()]/g, '\\$&');
  return `BT /F1 ${size} Tf 1 0 0 1 50 ${y} Tm (${text}) Tj ET`;
}

/** A PDF of one page whose few kilobytes unpack to this number of operators, without text. */
export function pdfOfOperators(count: number): Buffer {
  const packed = deflateSync(Buffer.from(`BT ${'1 0 0 1 0 0 Tm '.repeat(count)}ET`)).toString('latin1');
  return pdfFrom([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 5 0 R >>',
    '<< /Title () >>',
    `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`,
  ]);
}

/** The first object is the catalogue, the fourth the information. */
export function pdfFrom(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const places = objects.map((object, n) => {
    const place = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  const start = text.indexOf('xref\n');
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

export interface ZipPart {
  name: string;
  bytes: Buffer | string;
  /** What the file states in place of the true size. */
  statedSize?: number;
}

export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, statedSize } of parts) {
    const raw = Buffer.from(bytes);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(statedSize ?? raw.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const made = Buffer.from([20, 0]);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, head, tail, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.' +
  'wordprocessingml.document.main+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="r" Target="word/document.xml" Type="http://schemas.openxmlformats.org/officeDocument/2006/' +
  'relationships/officeDocument"/></Relationships>';

/** The parts of a Word document with these paragraphs; one with `#` in front is a heading. */
export function docxParts(paragraphs: readonly string[]): ZipPart[] {
  const body = paragraphs.map((line) => {
    const style = line.startsWith('#') ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : '';
    return `<w:p>${style}<w:r><w:t>${line.replace(/^#\s*/, '')}</w:t></w:r></w:p>`;
  });
  const document =
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
    `<w:body>${body.join('')}</w:body></w:document>`;
  return [
    { name: '[Content_Types].xml', bytes: CONTENT_TYPES },
    { name: '_rels/.rels', bytes: RELATIONS },
    { name: 'word/document.xml', bytes: document },
  ];
}

export const docxOf = (paragraphs: readonly string[]) => zipOf(docxParts(paragraphs));
