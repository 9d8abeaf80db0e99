import { readFile } from 'node:fs/promises';
import { allStatements, type Statement } from '../../src/platform/lib/db/statement.ts';
import { isTestFile, readTree } from '../hygiene/tree.ts';

/** Statements on the table that Kurir makes where the server has pgvector. Their own test explains them. */
const NEEDS_PGVECTOR: readonly string[] = [
  'automation.delete_stale_pgvector',
  'automation.copy_to_pgvector',
  'automation.delete_pgvector',
  'automation.search_pgvector',
];

/** Those that fit the schema of the migrations. */
export async function productionStatements(): Promise<readonly Statement<never, unknown>[]> {
  return (await loadStatements()).filter(({ name }) => !NEEDS_PGVECTOR.includes(name));
}

/** Of the modules that are loaded. */
export function pgvectorStatements(): readonly Statement<never, unknown>[] {
  return allStatements().filter(({ name }) => NEEDS_PGVECTOR.includes(name));
}

/** Every statement of production code, sorted by name: loads each file of src that defines one. */
async function loadStatements(): Promise<readonly Statement<never, unknown>[]> {
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
