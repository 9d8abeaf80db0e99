import { EXCEPTIONS } from './table-exceptions.ts';
import { OWNERS, SUB_FOLDERS } from './table-owners.ts';

export interface TableUse {
  name: string;
  tables: readonly string[];
}

/** Finds tables that a foreign folder uses without an exception, tables without an owner, and idle exceptions. */
export function findTableProblems(
  uses: readonly TableUse[],
  owners = OWNERS,
  exceptions = EXCEPTIONS,
): string[] {
  const used = new Set<string>();
  const problems: string[] = [];
  for (const { name, tables } of uses) {
    const [prefix = ''] = name.split('.');
    const folder = SUB_FOLDERS[prefix] ?? prefix;
    const excused = exceptions.filter(({ statements }) => statements.includes(name));
    for (const table of tables.filter((each) => owners[each] !== folder && !isOfServer(each))) {
      const owner = owners[table];
      if (owner === undefined) problems.push(`${table} has no owner in test/hygiene/table-owners.ts`);
      else if (excused.some((exception) => exception.tables.includes(table))) used.add(name);
      else problems.push(`${name} uses ${table}, which belongs to ${owner}: call its front door`);
    }
  }
  const idle = exceptions.flatMap(({ statements }) => statements.filter((name) => !used.has(name)));
  return [...problems, ...idle.map((name) => `${name} needs no exception: remove it`)];
}

/** Tables in which PostgreSQL describes itself. */
const isOfServer = (table: string) => table.startsWith('pg_');
