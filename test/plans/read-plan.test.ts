import { expect, test } from 'vitest';
import { findWholeReads, type PlanNode } from './read-plan.ts';

const catalog = {
  indexes: new Map([['messages_due', { table: 'messages', leading: 'device_id' }]]),
  small: new Set(['plans']),
};
const indexScan = (more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': 'Index Scan',
  'Parent Relationship': 'Outer',
  'Relation Name': 'messages',
  'Index Name': 'messages_due',
  ...more,
});
const above = (type: string, child: PlanNode): PlanNode => ({
  'Node Type': type,
  'Parent Relationship': 'Outer',
  Plans: [child],
});

test.each<[string, PlanNode]>([
  ['a sequential scan', { 'Node Type': 'Seq Scan', 'Relation Name': 'messages' }],
  ['an index without a condition', indexScan()],
  ['a condition on a later column', indexScan({ 'Index Cond': '(id = ANY ($1))' })],
  ['a column of that name on the other side', indexScan({ 'Index Cond': '(id = o.device_id)' })],
  ['a bitmap of a whole index', { 'Node Type': 'Bitmap Index Scan', 'Index Name': 'messages_due' }],
  ['a sort under a limit', above('Limit', above('Sort', indexScan()))],
  ['a filter under a limit', above('Limit', indexScan({ Filter: '(attempts > 3)' }))],
])('%s reads a whole table', (_, plan) => {
  expect(findWholeReads(plan, catalog)).toHaveLength(1);
});

test.each<[string, PlanNode]>([
  ['a condition on the first column', indexScan({ 'Index Cond': '((device_id = $1) AND (id > $2))' })],
  ['one with the name of the table', indexScan({ 'Index Cond': '(m.device_id = d.id)' })],
  ['a comparison of rows', indexScan({ 'Index Cond': '(ROW(device_id, id) > ROW($1, $2))' })],
  ['a list of values', indexScan({ 'Index Cond': '(device_id = ANY ($1))' })],
  ['the first rows of an index', above('Limit', above('Nested Loop', indexScan()))],
  ['a small table', { 'Node Type': 'Seq Scan', 'Relation Name': 'plans' }],
])('%s does not read a whole table', (_, plan) => {
  expect(findWholeReads(plan, catalog)).toEqual([]);
});
