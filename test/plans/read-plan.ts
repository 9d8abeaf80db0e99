/** A node of a plan, as `explain (format json)` prints it. */
export interface PlanNode {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

export interface IndexFacts {
  table: string;
  /** The first key of the index: a column, or an expression. */
  leading: string;
}

/** Indexes by name, and tables that stay small and may be read from end to end. */
export interface Catalog {
  indexes: ReadonlyMap<string, IndexFacts>;
  small: ReadonlySet<string>;
}

/** Nodes that stop reading their first child when their parent has enough rows. */
const STREAMING = new Set([
  'Limit',
  'Nested Loop',
  'Subquery Scan',
  'Result',
  'LockRows',
  'Append',
  'Merge Append',
]);

/** The tables that a plan reads from end to end, each with the node that does so. */
export function findWholeReads(root: PlanNode, catalog: Catalog): string[] {
  const found: string[] = [];
  const visit = (node: PlanNode, isLimited: boolean): void => {
    const table = node['Relation Name'] ?? catalog.indexes.get(node['Index Name'] ?? '')?.table;
    if (table !== undefined && !catalog.small.has(table) && isWhole(node, isLimited, catalog)) {
      found.push(`${table} (${[node['Node Type'], node['Index Name']].filter(Boolean).join(' ')})`);
    }
    const passesLimit = node['Node Type'] === 'Limit' || (isLimited && STREAMING.has(node['Node Type']));
    for (const [index, child] of (node.Plans ?? []).entries()) {
      const isOuter = child['Parent Relationship'] === 'Outer' || child['Parent Relationship'] === 'Member';
      const isFirst = index === 0 || node['Node Type'].endsWith('Append');
      visit(child, passesLimit && isFirst && isOuter);
    }
  };
  visit(root, false);
  return [...new Set(found)];
}

function isWhole(node: PlanNode, isLimited: boolean, { indexes }: Catalog): boolean {
  if (node['Node Type'].includes('Seq Scan')) return true;
  const index = indexes.get(node['Index Name'] ?? '');
  if (!index || hasCondition(node['Index Cond'] ?? '', index.leading)) return false;
  return !isLimited || node.Filter !== undefined;
}

/** True when the condition of an index scan limits the first key. PostgreSQL prints keys on the left side. */
function hasCondition(condition: string, leading: string): boolean {
  if (!/^\w+$/.test(leading)) return condition.includes(leading.match(/\w+/)?.[0] ?? leading);
  return new RegExp(`\\((?:ROW\\()?(?:\\w+\\.)?"?${leading}"?\\)?(?:::\\w+)?(?:,| [=<>~@I])`).test(condition);
}
