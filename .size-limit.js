import { readFileSync } from 'node:fs';

const DIST = 'web/dist/';
const chunks = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, 'utf8'));

/** The chunk and what it imports before it runs. Pages load their own chunks later. */
function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of chunks[name].imports ?? []) withImports(imported, found);
  return found;
}

const scripts = [...withImports('index.html')];

/** The first page loads its texts in one language. */
export default Object.keys(chunks)
  .filter((name) => /virtual:texts\/\w+\/common$/.test(name))
  .map((texts) => ({
    name: `scripts of the first page with ${texts.split('/').at(-2)}`,
    path: [...scripts, texts].map((name) => DIST + chunks[name].file),
    limit: '180 kB',
    gzip: true,
  }));
