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

const path = [...withImports('index.html')].map((name) => DIST + chunks[name].file);

export default [{ name: 'scripts of the first page', path, limit: '180 kB', gzip: true }];
