import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { type Tagged, withTag } from '../../../platform/lib/http/tagged.ts';

/** Another folder must not fill the memory. */
const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Compressed by the build; the best first. */
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
};
const UNKNOWN_TYPE = 'application/octet-stream';

export type Encoding = keyof typeof ENCODINGS;

export interface File {
  type: string;
  plain: Tagged;
  compressed: ReadonlyMap<Encoding, Tagged>;
}

/** A built dashboard, in memory. */
export interface Dashboard {
  /** `index.html` of the build. */
  page: string;
  files: ReadonlyMap<string, File>;
}

/** Throws without a build, or for a too large one. */
export async function readDashboard(folder: string): Promise<Dashboard> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll('\\', '/'))
    // The list of the build tool, and the stamp of the sources.
    .filter((path) => !/(?:^|\/)\./.test(path));
  if (paths.length > MAX_FILES) throw new Error(`${folder} has more than ${MAX_FILES} files`);
  const contents = new Map<string, Buffer>();
  let bytes = 0;
  for (const path of paths) {
    const content = await readFile(join(folder, path));
    bytes += content.length;
    if (bytes > MAX_BYTES) throw new Error(`${folder} has more than ${MAX_BYTES} bytes`);
    contents.set(path, content);
  }
  const page = contents.get('index.html');
  if (!page) throw new Error(`${folder} has no index.html`);
  return { page: page.toString(), files: filesOf(contents) };
}

function filesOf(contents: ReadonlyMap<string, Buffer>): Map<string, File> {
  const files = new Map<string, File>();
  for (const [path, content] of contents) {
    if (path === 'index.html' || Object.values(ENCODINGS).some((ending) => path.endsWith(ending))) continue;
    const compressed = new Map<Encoding, Tagged>();
    for (const [encoding, ending] of Object.entries(ENCODINGS)) {
      const found = contents.get(path + ending);
      if (found) compressed.set(encoding as Encoding, withTag(found)); // a key of ENCODINGS
    }
    files.set(path, { type: TYPES[extname(path)] ?? UNKNOWN_TYPE, plain: withTag(content), compressed });
  }
  return files;
}
