import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import { compileRules, type Rule } from './judge.ts';
import { listAllRules, type RuleRow } from './store.ts';

/** Characters of rules that a process keeps. */
const MAX_SIZE = 32_000_000;

interface Kept {
  version: number;
  rules: readonly Rule[];
}

/** Compiled rules of accounts, by the version of their automation. Used ones stay. */
export class RuleCache {
  readonly #ctx: Pick<Context, 'db'>;
  readonly #kept = new LRUCache<number, Kept>({ maxSize: MAX_SIZE });

  constructor(ctx: Pick<Context, 'db'>) {
    this.#ctx = ctx;
  }

  async rulesOf({ account_id: id, automation_version: version }: Versioned): Promise<readonly Rule[]> {
    const kept = this.#kept.get(id);
    if (kept && kept.version >= version) return kept.rules;
    const rows = await listAllRules(this.#ctx.db, id);
    const rules = compileRules(rows.filter(({ enabled }) => enabled));
    this.#kept.set(id, { version, rules }, { size: sizeOf(rows) });
    return rules;
  }
}

interface Versioned {
  account_id: number;
  automation_version: number;
}

const sizeOf = (rows: readonly RuleRow[]): number =>
  rows.reduce((sum, { definition }) => sum + JSON.stringify(definition).length, 1_000);
