import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Tagged, withTag } from '../../../../platform/lib/http/tagged.ts';

const SOURCES = new URL('../../../../../widget/', import.meta.url);
const FRAME = new URL('frame/', SOURCES);
/** Packages that the frame imports, and their files here. */
const PACKAGES = { preact: 'preact.js', 'preact/hooks': 'preact-hooks.js' } as const;

export interface Asset extends Tagged {
  type: string;
}

export interface Assets {
  loader: Asset;
  /** By path below the frame's folder: `main.js`, `chat/feed.js`. */
  frame: ReadonlyMap<string, Asset>;
  /** Changes with any file of the frame. */
  version: string;
}

/** Turns the sources into what browsers run. */
export async function loadAssets(): Promise<Assets> {
  const loader = await readFile(new URL('loader.ts', SOURCES), 'utf8');
  const names = (await readdir(FRAME, { recursive: true })).sort();
  const files = [
    ...names.filter((name) => name.endsWith('.ts')).map(frameScript),
    ...Object.entries(PACKAGES).map(packageScript),
    ...names.filter((name) => name.endsWith('.css')).map(frameStyle),
  ];
  const frame = new Map((await Promise.all(files)).map(([path, text]) => [path, assetOf(path, text)]));
  const version = createHash('sha256').update([...frame.values()].map(({ etag }) => etag).join());
  return {
    loader: assetOf('w.js', `(()=>{\n${browserScript(loader)}\n})()`),
    frame,
    version: version.digest('hex').slice(0, 16),
  };
}

function assetOf(path: string, text: string): Asset {
  const type = path.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
  return { ...withTag(text), type };
}

async function frameScript(name: string) {
  const path = name.replaceAll('\\', '/');
  const root = path.includes('/') ? '../' : './';
  const text = browserScript(await readFile(new URL(path, FRAME), 'utf8'))
    .replace(/(from '\.[^']*)\.ts'/g, "$1.js'")
    .replace(
      /from '(preact|preact\/hooks)'/g,
      (_all, name: keyof typeof PACKAGES) => `from '${root}${PACKAGES[name]}'`,
    );
  return [path.replace(/\.ts$/, '.js'), text] as const;
}

async function frameStyle(name: string) {
  const path = name.replaceAll('\\', '/');
  return [path, slim(await readFile(new URL(path, FRAME), 'utf8'))] as const;
}

async function packageScript([name, file]: [name: string, file: string]) {
  const text = await readFile(fileURLToPath(import.meta.resolve(name)), 'utf8');
  return [
    file,
    text.replace(/from"preact"/g, 'from"./preact.js"').replace(/\n\/\/# sourceMappingURL.*/, ''),
  ] as const;
}

const browserScript = (text: string): string => slim(withoutTypes(text));

/** Hides a warning that operators cannot act on. */
function withoutTypes(text: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Without indentation, empty lines and comment lines. */
function slim(text: string): string {
  return text
    .replace(/^ *\/\*[\s\S]*?\*\/ *$/gm, '')
    .split('\n')
    .map((line) => line.trim().replace(/ {2,}/g, ' '))
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}
