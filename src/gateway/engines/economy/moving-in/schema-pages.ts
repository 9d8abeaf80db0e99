const HEADER = 100;
const INTERIOR = 5;
const LEAF = 13;
const MIN_PAGE = 512;
const MAX_PAGE = 65_536;
/** A database of whatsmeow has about fifty. */
const MAX_ENTRIES = 1_000;

/**
 * SQLite reads its whole schema in one step, before it can be asked anything. A crafted file names one page of it many
 * times, and the step does not end. Null: each page is named once. See the file format of SQLite, 1.6.
 */
export function schemaProblem(file: Buffer): string | null {
  const size = file.readUInt16BE(16) === 1 ? MAX_PAGE : file.readUInt16BE(16);
  const count = size < MIN_PAGE ? 0 : Math.floor(file.length / size);
  const pages = [1];
  const seen = new Set<number>();
  let entries = 0;
  for (const page of pages) {
    if (page < 1 || page > count || seen.has(page) || pages.length > count) return 'has no whole schema';
    seen.add(page);
    const start = (page - 1) * size;
    const at = page === 1 ? HEADER : start;
    const cells = file.readUInt16BE(at + 3);
    if (file[at] === LEAF) entries += cells;
    else if (file[at] === INTERIOR) pages.push(...childrenOf(file, { start, at, cells }));
    else return 'has no whole schema';
    if (entries > MAX_ENTRIES) return `has more than ${MAX_ENTRIES} tables and indexes`;
  }
  return null;
}

function childrenOf(file: Buffer, { start, at, cells }: Record<'start' | 'at' | 'cells', number>): number[] {
  const named = Array.from({ length: cells }, (_, n) => {
    const offset = file.readUInt16BE(at + 12 + 2 * n);
    return file.readUInt32BE(start + offset);
  });
  return [...named, file.readUInt32BE(at + 8)];
}
