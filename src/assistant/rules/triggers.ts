import type { TriggeredFlow } from '../flows/published.ts';
import { DEFAULT_PRIORITY } from '../priority.ts';
import type { Definition } from './definition.ts';
import { compiledRule, type Rule } from './judge.ts';

const PLAIN: Omit<Definition, 'match' | 'patterns' | 'start_flow'> = {
  ...{ hours: 'any', schedule: null, conditions: null, cooldown_seconds: 0 },
  ...{ greet_after_days: null, greet_always: false, interrupts_flows: false },
  ...{ replies: [], hand_off: false, add_labels: [], remove_labels: [] },
};

/** The triggers of a flow, as rules that start it. */
export function rulesOfFlow({ flow_uuid, name, device_uuids, triggers }: TriggeredFlow): Rule[] {
  const since = new Date(0);
  return triggers.map(({ match, patterns, priority = DEFAULT_PRIORITY }) =>
    compiledRule(
      {
        ...{ id: 0, rule_uuid: flow_uuid, kind: 'keyword', name, enabled: true, priority, device_uuids },
        ...{ definition: { ...PLAIN, match, patterns, start_flow: flow_uuid } },
        ...{ created_at: since, updated_at: since },
      },
      true,
    ),
  );
}
