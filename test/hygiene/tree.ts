import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  path: string;
  text: string;
}

/** Every text file that belongs to the repository: all but `.git` and what `.gitignore` names. Needs no git. */
export async function readTree(root = ROOT): Promise<SourceFile[]> {
  const ignored = (await readFile(join(root, '.gitignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '');
  const isIgnored = (name: string) =>
    name === '.git' ||
    ignored.some((line) =>
      line.startsWith('*') ? name.endsWith(line.slice(1)) : line.replace('/', '') === name,
    );
  const files: SourceFile[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isIgnored(entry.name)) continue;
      if (entry.isDirectory()) await visit(path);
      if (!entry.isFile()) continue;
      const text = await readFile(path, 'utf8');
      if (!text.includes('\0')) files.push({ path: relative(root, path).replaceAll(sep, '/'), text });
    }
  };
  await visit(root);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A parsed file of TypeScript or JavaScript. */
export function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Tests and their fixtures, wherever they lie. */
export function isTestFile(path: string): boolean {
  return /^test\/|\.test\.ts$|(^|\/)test-[^/]+\.ts$|\/conformance\.ts$/.test(path);
}
