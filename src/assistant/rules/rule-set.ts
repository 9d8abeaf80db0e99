import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/lib/db/db.ts';
import { DEFAULT_PRIORITY } from '../bounds.ts';
import { listTriggered, type TriggeredFlow } from '../flows/published.ts';
import type { Pause, Pieces } from '../pieces.ts';
import type { Definition } from './definition.ts';
import { compiledRule, type Rule, type RuleSet, ruleSetOf } from './rule.ts';
import { listAllRules } from './store.ts';

/** About bytes of rules that a process keeps. */
const MAX_SIZE = 64_000_000;
const SIZE_OF_RULE = 500;
const SIZE_OF_PATTERN = 500;
const SIZE_OF_DEVICE = 64;
/** The automaton of an expression remembers as much. */
const SIZE_OF_EXPRESSION = 70_000;

const PLAIN: Omit<Definition, 'match' | 'patterns' | 'start_flow'> = {
  hours: 'any',
  schedule: null,
  conditions: null,
  cooldown_seconds: 0,
  greet_after_days: null,
  greet_always: false,
  interrupts_flows: false,
  replies: [],
  hand_off: false,
  add_labels: [],
  remove_labels: [],
};

/** The triggers of a flow, as rules that start it. */
export function rulesOfFlow({ flow_uuid, name, device_uuids, triggers }: TriggeredFlow): Rule[] {
  const since = new Date(0);
  return triggers.map(({ match, patterns, priority = DEFAULT_PRIORITY }) =>
    compiledRule(
      {
        id: 0,
        rule_uuid: flow_uuid,
        kind: 'keyword',
        name,
        enabled: true,
        priority,
        device_uuids,
        definition: { ...PLAIN, match, patterns, start_flow: flow_uuid },
        created_at: since,
        updated_at: since,
      },
      true,
    ),
  );
}

/** Rules and triggers of an account. `all`: also rules that are switched off. */
export async function readRules(
  db: Db,
  accountId: number,
  { pause, all }: { pause: Pause; all: boolean },
): Promise<RuleSet> {
  const rows = await listAllRules(db, { accountId });
  const flows = await listTriggered(db, accountId);
  function* compiled() {
    for (const row of rows) if (all || row.enabled) yield compiledRule(row);
    for (const flow of flows) yield* rulesOfFlow(flow);
  }
  return ruleSetOf(compiled(), pause);
}

interface Kept {
  version: number;
  rules: RuleSet;
}

/** By the version of the automation. Used ones stay. */
export class RuleCache {
  readonly #db: Db;
  readonly #pieces: Pieces;
  readonly #kept = new LRUCache<number, Kept>({ maxSize: MAX_SIZE });
  /** Under way: messages of one account wait for the same. */
  readonly #loading = new Map<string, Promise<RuleSet>>();

  constructor(db: Db, pieces: Pieces) {
    this.#db = db;
    this.#pieces = pieces;
  }

  async rulesOf({ account_id: id, automation_version: version }: Versioned): Promise<RuleSet> {
    const kept = this.#kept.get(id);
    if (kept && kept.version >= version) return kept.rules;
    const key = `${id} ${version}`;
    const known = this.#loading.get(key);
    if (known) return known;
    const loading = this.#load(id, version).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #load(id: number, version: number): Promise<RuleSet> {
    const rules = await readRules(this.#db, id, { pause: this.#pieces.pauseOf(id), all: false });
    this.#kept.set(id, { version, rules }, { size: sizeOf(rules) });
    return rules;
  }
}

interface Versioned {
  account_id: number;
  automation_version: number;
}

function sizeOf(rules: RuleSet): number {
  const all = Object.values(rules).flat();
  const ofPatterns = all.map(({ pattern }) =>
    pattern?.kind === 'regex' ? SIZE_OF_EXPRESSION : SIZE_OF_PATTERN,
  );
  const ofRules = [...new Set(all.map(({ rule }) => rule))].map(
    ({ definition, device_uuids }) =>
      SIZE_OF_RULE +
      SIZE_OF_DEVICE * (device_uuids?.length ?? 0) +
      2 * JSON.stringify(definition.replies).length,
  );
  return [...ofPatterns, ...ofRules].reduce((sum, size) => sum + size, 1_000);
}
