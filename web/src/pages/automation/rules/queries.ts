import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { readAll } from '../../../queries/pages.ts';
import type { RuleBody } from './draft.ts';
import type { Rule, Tested } from './rule.ts';

const RULES = ['auto-replies'] as const;
const PAGE = 100;
const MINUTE = 60_000;

/** All rules of the account, which has at most 1,000. */
export const rulesQuery = queryOptions({
  queryKey: RULES,
  queryFn: () => readAll<Rule>((cursor) => call('GET /auto-replies', { query: { limit: PAGE, cursor } })),
});

/** Flows that a rule can start. */
export const flowsQuery = queryOptions({
  queryKey: ['flows', 'choices'],
  staleTime: MINUTE,
  queryFn: async () => (await call('GET /flows', { query: { limit: PAGE } })).data,
});

function reloadRules(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: RULES });
}

/** Saves a new rule (`id` null) or a changed one. Answers what the rule cannot do. */
export async function saveRule(id: string | null, rule: RuleBody): Promise<Schema<'SavedAutoReply'>> {
  const saved = id === null ? await call('POST /auto-replies', { body: rule }) : await changeRule(id, rule);
  await reloadRules();
  return saved;
}

/** The kind of a rule stays. */
function changeRule(id: string, { kind: _kind, ...body }: RuleBody) {
  return call('PATCH /auto-replies/{id}', { id, body });
}

export async function switchRule(id: string, enabled: boolean): Promise<void> {
  await call('PATCH /auto-replies/{id}', { id, body: { enabled } });
  await reloadRules();
}

export async function orderRules(changes: readonly { id: string; priority: number }[]): Promise<void> {
  try {
    for (const { id, priority } of changes)
      await call('PATCH /auto-replies/{id}', { id, body: { priority } });
  } finally {
    await reloadRules();
  }
}

export async function deleteRule(id: string): Promise<void> {
  await call('DELETE /auto-replies/{id}', { id });
  await reloadRules();
}

/** Sends nothing. */
export function testRules(body: Schema<'TestAutoReplies'>): Promise<Tested> {
  return call('POST /auto-replies/test', { body });
}
