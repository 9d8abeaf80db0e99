import { readFile, stat } from 'node:fs/promises';

/** Reads again after changes. Missing: empty. */
export function followFile<T>(file: string, parse: (text: string) => T): () => Promise<T> {
  let version = '';
  let content = parse('');

  async function refresh(): Promise<void> {
    const { mtimeMs, size } = await stat(file);
    const found = `${mtimeMs} ${size}`;
    if (found === version) return;
    content = parse(await readFile(file, 'latin1'));
    version = found;
  }

  return async () => {
    await refresh().catch(() => {
      version = '';
      content = parse('');
    });
    return content;
  };
}
