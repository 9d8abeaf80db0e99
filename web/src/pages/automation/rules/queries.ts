import { queryOptions } from '@tanstack/react-query';
import { api, ok } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import type { RuleBody } from './draft.ts';
import type { Rule, Tested } from './rule.ts';

const RULES = ['auto-replies'] as const;
const PAGE = 100;
const MINUTE = 60_000;

/** All rules of the account, which has at most 1,000. */
export const rulesQuery = queryOptions({
  queryKey: RULES,
  queryFn: async () => {
    const rules: Rule[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = { limit: PAGE, ...(cursor && { cursor }) };
      const page: Schema<'AutoReplyPage'> = await ok(api.GET('/app/api/auto-replies', { params: { query } }));
      rules.push(...page.data);
      cursor = page.next_cursor;
    }
    return rules;
  },
});

/** Flows that a rule can start. */
export const flowsQuery = queryOptions({
  queryKey: ['flows', 'choices'],
  staleTime: MINUTE,
  queryFn: async () => (await ok(api.GET('/app/api/flows', { params: { query: { limit: PAGE } } }))).data,
});

function reloadRules(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: RULES });
}

/** Saves a new rule (`id` null) or a changed one. Answers what the rule cannot do. */
export async function saveRule(id: string | null, rule: RuleBody): Promise<Schema<'SavedAutoReply'>> {
  const saved =
    id === null ? await ok(api.POST('/app/api/auto-replies', { body: rule })) : await changeRule(id, rule);
  await reloadRules();
  return saved;
}

/** The kind of a rule stays. */
function changeRule(id: string, { kind: _kind, ...body }: RuleBody) {
  return ok(api.PATCH('/app/api/auto-replies/{id}', { params: { path: { id } }, body }));
}

export async function switchRule(id: string, enabled: boolean): Promise<void> {
  await ok(api.PATCH('/app/api/auto-replies/{id}', { params: { path: { id } }, body: { enabled } }));
  await reloadRules();
}

export async function orderRules(changes: readonly { id: string; priority: number }[]): Promise<void> {
  try {
    for (const { id, priority } of changes)
      await ok(api.PATCH('/app/api/auto-replies/{id}', { params: { path: { id } }, body: { priority } }));
  } finally {
    await reloadRules();
  }
}

export async function deleteRule(id: string): Promise<void> {
  await ok(api.DELETE('/app/api/auto-replies/{id}', { params: { path: { id } } }));
  await reloadRules();
}

/** Sends nothing. */
export function testRules(body: Schema<'TestAutoReplies'>): Promise<Tested> {
  return ok(api.POST('/app/api/auto-replies/test', { body }));
}
