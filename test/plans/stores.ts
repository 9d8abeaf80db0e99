import { readFile } from 'node:fs/promises';
import { allStatements, type Statement } from '../../src/lib/db/statement.ts';
import { isTestFile, readTree } from '../hygiene/tree.ts';

/** Every statement of production code, sorted by name: loads each file of src that defines one. */
export async function productionStatements(): Promise<readonly Statement<never, unknown>[]> {
  const root = new URL('../../', import.meta.url);
  const paths = (await readTree())
    .map(({ path }) => path)
    .filter((path) => path.startsWith('src/') && path.endsWith('.ts') && !isTestFile(path));
  for (const path of paths) {
    const text = await readFile(new URL(path, root), 'utf8');
    if (/\bstatement[<(]/.test(text)) await import(new URL(path, root).href);
  }
  // Files of one worker share their modules, and tests define statements as well.
  const own = allStatements().filter(({ name }) => !name.startsWith('test.'));
  return own.toSorted((a, b) => a.name.localeCompare(b.name));
}
