import { LRUCache } from 'lru-cache';
import type { Context } from '../../../context.ts';
import { MAX_GROUPS, noteGroup } from '../../devices/groups/groups.ts';
import type { NumberGroup } from '../../engines/callbacks.ts';

/** Of all devices: a cache takes its full size at once. */
const MAX_KNOWN = 10_000;

/** Only a group's first message asks the database. */
export class GroupNotes {
  readonly #ctx: Context;
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async note(deviceId: number, groups: readonly NumberGroup[]): Promise<void> {
    const byId = new Map(groups.map((group) => [group.groupId, group]));
    for (const group of [...byId.values()].slice(0, MAX_GROUPS)) {
      const key = `${deviceId} ${group.groupId}`;
      if (this.#known.has(key)) continue;
      await noteGroup(this.#ctx, deviceId, group);
      this.#known.set(key, true);
    }
  }
}
