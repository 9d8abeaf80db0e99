import type { Db } from '../../platform/lib/db/db.ts';
import { patternsProblem } from '../bounds.ts';
import { listTriggered, type TriggeredFlow } from '../flows/published.ts';
import { listAllRules, listStarting } from './store.ts';

const MAX_NAMES = 3;

/** Names of enabled auto-replies that start the flow, as a text for people. Null: there is none. */
export async function namesOfStarters(db: Db, accountId: number, flow: string): Promise<string | null> {
  const found = await listStarting(db, accountId, flow, MAX_NAMES + 1);
  if (found.length === 0) return null;
  const names = found.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  return found.length > MAX_NAMES ? `${names.join(', ')} and others` : names.join(', ');
}

/** Why the account has no room for the triggers of a flow. Null: it has. */
export async function triggersProblem(
  db: Db,
  accountId: number,
  { flow_uuid, triggers }: Pick<TriggeredFlow, 'flow_uuid' | 'triggers'>,
): Promise<string | null> {
  const rules = await listAllRules(db, { accountId });
  const flows = await listTriggered(db, accountId);
  const others = flows.filter((flow) => flow.flow_uuid !== flow_uuid).flatMap((flow) => flow.triggers);
  return patternsProblem([...rules.map(({ definition }) => definition), ...others, ...triggers]);
}
