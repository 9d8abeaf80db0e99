import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { listTriggered } from '../flows/published.ts';
import type { Pieces } from '../pieces.ts';
import { compiledRule, type RuleSet, ruleSetOf } from './judge.ts';
import { listAllRules } from './store.ts';
import { rulesOfFlow } from './triggers.ts';

/** About bytes of rules that a process keeps. */
const MAX_SIZE = 64_000_000;
const SIZE_OF_RULE = 500;
const SIZE_OF_PATTERN = 500;
const SIZE_OF_DEVICE = 64;
/** The automaton of an expression remembers as much. */
const SIZE_OF_EXPRESSION = 70_000;

interface Kept {
  version: number;
  rules: RuleSet;
}

/** Rules and triggers of accounts, compiled, by the version of their automation. Used ones stay. */
export class RuleCache {
  readonly #ctx: Pick<Context, 'db'>;
  readonly #pieces: Pieces;
  readonly #kept = new LRUCache<number, Kept>({ maxSize: MAX_SIZE });
  /** Under way: messages of one account wait for the same. */
  readonly #loading = new Map<string, Promise<RuleSet>>();

  constructor(ctx: Pick<Context, 'db'>, pieces: Pieces) {
    this.#ctx = ctx;
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
    const rows = await listAllRules(this.#ctx.db, { accountId: id });
    const flows = await listTriggered(this.#ctx.db, id);
    function* all() {
      for (const row of rows) if (row.enabled) yield compiledRule(row);
      for (const flow of flows) yield* rulesOfFlow(flow);
    }
    const rules = await this.#pieces.run(id, ruleSetOf(all()));
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
