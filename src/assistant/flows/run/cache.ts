import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/lib/db/db.ts';
import type { Chat } from '../../chat.ts';
import { findPublished, findVersion, type PublishedFlow } from '../published.ts';

/** Characters of definitions as JSON. */
const MAX_DEFINITIONS = 32_000_000;
const MAX_NAMES = 5_000;

type Place = Pick<Chat, 'account_id' | 'automation_version'>;

/** What processes keep of flows. Versions never change; the rest is of one configuration of the account. */
export interface FlowCache {
  findPublished(chat: Place, flowUuid: string): Promise<PublishedFlow | undefined>;
  findVersion(chat: Place, versionId: number): Promise<PublishedFlow | undefined>;
}

export function openFlowCache(db: Db): FlowCache {
  const versions = new LRUCache<string, PublishedFlow>({
    maxSize: MAX_DEFINITIONS,
    sizeCalculation: ({ definition }) => JSON.stringify(definition).length,
  });
  /** The published version by flow; 0: none. */
  const published = new LRUCache<string, { id: number }>({ max: MAX_NAMES });

  async function findOne({ account_id }: Place, versionId: number): Promise<PublishedFlow | undefined> {
    const key = `${account_id} ${versionId}`;
    const known = versions.get(key) ?? (await findVersion(db, account_id, versionId));
    if (known) versions.set(key, known);
    return known;
  }

  return {
    findVersion: findOne,

    async findPublished(place, flowUuid) {
      const key = `${place.account_id} ${place.automation_version} ${flowUuid}`;
      const known = published.get(key);
      if (known) return known.id === 0 ? undefined : findOne(place, known.id);
      const flow = await findPublished(db, place.account_id, flowUuid);
      published.set(key, { id: flow?.version_id ?? 0 });
      if (flow) versions.set(`${place.account_id} ${flow.version_id}`, flow);
      return flow;
    },
  };
}
