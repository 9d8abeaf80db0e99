import type pg from 'pg';
import type { Statement } from '../../src/platform/lib/db/statement.ts';
import type { PlanNode } from './read-plan.ts';

/** Rejects when the statement does not fit the schema. Needs PostgreSQL 16. */
export async function explain(
  client: pg.Client,
  { text }: Pick<Statement<never, unknown>, 'text'>,
): Promise<PlanNode> {
  const { rows } = await client.query(`explain (generic_plan, format json) ${text}`);
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** The tables that a plan reads and writes. */
export function tablesOf(plan: PlanNode): string[] {
  const own = plan['Relation Name'] ? [plan['Relation Name']] : [];
  return [...new Set([...own, ...(plan.Plans ?? []).flatMap(tablesOf)])].sort();
}
