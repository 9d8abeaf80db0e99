import { LRUCache } from 'lru-cache';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../platform/lib/db/db.ts';
import { sharedRead } from '../../../platform/lib/shared-read.ts';
import type { Brain } from '../../brain/brain.ts';
import { fromBytes } from '../../brain/bytes.ts';
import { scheduleTraining } from './due.ts';
import type { ModelView } from './schema.ts';
import * as store from './store.ts';

/** In bytes. A shop has some hundred kilobytes, ten thousand questions have some ten megabytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A trained model, ready for questions. */
export interface Model {
  version: number;
  brain: Brain;
  scopes: store.Scopes;
}

/** The models that this process has loaded. */
export interface Models {
  /** `model` null: the account has none yet. `isCurrent` false: a change waits to be learned. */
  modelOf(accountId: number): Promise<{ model: Model | null; isCurrent: boolean }>;
}

export function openModels(ctx: Context): Models {
  const loaded = new LRUCache<number, Model>({ maxSize: MAX_BYTES });
  const loading = new Map<number, Promise<Model | null>>();
  /** Once per process: during an update, versions of the program would train against each other. */
  const renewed = new Set<number>();

  const stateOf = sharedRead((accountId: number) => store.findModelState(ctx.db, { accountId }));

  async function load(accountId: number): Promise<Model | null> {
    const row = await store.loadModel(ctx.db, { accountId });
    if (!row) return null;
    const read = fromBytes(row.bytes);
    if (!read?.isCurrent && !renewed.has(accountId)) await renew(accountId);
    if (!read) return null;
    const model = { version: row.version, brain: read.brain, scopes: row.scopes };
    loaded.set(accountId, model, { size: Math.max(1, row.bytes.length) });
    return model;
  }

  /** The bytes are of another version of the program. */
  async function renew(accountId: number): Promise<void> {
    renewed.add(accountId);
    await ctx.db.transaction(async (tx) => {
      await store.forgetSource(tx, { accountId });
      await scheduleTraining(tx, accountId, ctx.now());
    });
  }

  function loadOnce(accountId: number): Promise<Model | null> {
    const started = loading.get(accountId) ?? load(accountId).finally(() => loading.delete(accountId));
    loading.set(accountId, started);
    return started;
  }

  return {
    async modelOf(accountId) {
      const { version, is_due } = await stateOf(accountId);
      const isCurrent = !is_due;
      if (version === null) return { model: null, isCurrent };
      const present = loaded.get(accountId);
      const model = present?.version === version ? present : await loadOnce(accountId);
      return { model, isCurrent };
    },
  };
}

/** How the model of the account is. */
export async function showModel(db: Db, accountId: number): Promise<ModelView> {
  const { report, trained_at, is_due, failures } = await store.findModelState(db, { accountId });
  const settled = report === null ? 'none' : 'ready';
  const state = failures > 0 ? 'failed' : is_due ? 'training' : settled;
  return { state, trained_at: trained_at?.toISOString() ?? null, report };
}
