import { LRUCache } from 'lru-cache';
import type { Db } from '../../../lib/db/db.ts';
import type { Chat } from '../../chat.ts';
import { compilePattern, listen, MATCH_KINDS, type Pattern } from '../../matching.ts';
import {
  findPublished,
  findVersion,
  listTriggered,
  type PublishedFlow,
  type TriggeredFlow,
} from '../published.ts';

/** Characters of definitions as JSON. */
const MAX_DEFINITIONS = 32_000_000;
/** Patterns of all accounts together. */
const MAX_PATTERNS = 50_000;
const MAX_NAMES = 5_000;

type Place = Pick<Chat, 'account_id' | 'automation_version'>;

/** What processes keep of flows. Versions never change; the rest is of one configuration of the account. */
export interface FlowCache {
  findPublished(chat: Place, flowUuid: string): Promise<PublishedFlow | undefined>;
  findVersion(chat: Place, versionId: number): Promise<PublishedFlow | undefined>;
  /** Public id of the flow that the text starts. Null: none. */
  triggeredBy(chat: Place & Pick<Chat, 'device_uuid'>, text: string | null): Promise<string | null>;
}

export function openFlowCache(db: Db): FlowCache {
  const versions = new LRUCache<string, PublishedFlow>({
    maxSize: MAX_DEFINITIONS,
    sizeCalculation: ({ definition }) => JSON.stringify(definition).length,
  });
  /** The published version by flow; 0: none. */
  const published = new LRUCache<string, { id: number }>({ max: MAX_NAMES });
  const triggers = new LRUCache<string, readonly Triggers[]>({
    maxSize: MAX_PATTERNS,
    sizeCalculation: (all) => 1 + all.reduce((sum, { patterns }) => sum + patterns.length, 0),
  });

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

    async triggeredBy({ account_id, automation_version, device_uuid }, text) {
      const key = `${account_id} ${automation_version}`;
      const all = triggers.get(key) ?? (await listTriggered(db, account_id)).map(compiled);
      triggers.set(key, all);
      return bestOf(all, device_uuid, text);
    },
  };
}

interface Triggers {
  flow_uuid: string;
  device_uuids: readonly string[] | null;
  patterns: readonly Pattern[];
}

const compiled = ({ flow_uuid, device_uuids, triggers }: TriggeredFlow): Triggers => ({
  ...{ flow_uuid, device_uuids },
  patterns: triggers.flatMap(({ match, patterns }) =>
    match === 'any' ? [compilePattern('any', '')] : patterns.map((pattern) => compilePattern(match, pattern)),
  ),
});

interface Match {
  flow_uuid: string;
  rank: readonly [isForAll: number, kind: number, shortness: number];
}

/** In the order of rules: flows of the device, the kind of match, the longest pattern, the oldest flow. */
function bestOf(all: readonly Triggers[], device: string, text: string | null): string | null {
  const said = listen(text);
  let best: Match | null = null;
  for (const { flow_uuid, device_uuids, patterns } of all) {
    if (device_uuids && !device_uuids.includes(device)) continue;
    for (const pattern of patterns) {
      const rank = [device_uuids ? 0 : 1, MATCH_KINDS.indexOf(pattern.kind), -pattern.length] as const;
      if ((best === null || isBefore(rank, best.rank)) && matches(pattern, text, said))
        best = { flow_uuid, rank };
    }
  }
  return best?.flow_uuid ?? null;
}

const matches = (pattern: Pattern, text: string | null, said: ReturnType<typeof listen>): boolean =>
  (pattern.kind === 'any' || text !== null) && pattern.test(said);

function isBefore(a: Match['rank'], b: Match['rank']): boolean {
  const place = a.findIndex((part, index) => part !== b[index]);
  return place !== -1 && Number(a[place]) < Number(b[place]);
}
