import fc from 'fast-check';
import { callbackOf, type Plan } from './callback.ts';
import { mutations } from './mutations.ts';
import { MESSAGE_TYPES, messageItem, NEW_ID } from './provider-messages.ts';
import type { Scene } from './scene.ts';

const MESSAGES = 12;
const ROUNDS = 4;

/**
 * How much more processor time a callback takes than a plain one of the same size and as many messages, by kind of
 * message. Rounds alternate, and the median counts, so that a busy machine changes little.
 */
export async function costRatios(scene: Scene, seed: number): Promise<Record<string, number>> {
  const kinds = [...MESSAGE_TYPES, 'tomorrow', 'mutated'];
  const costs = new Map<string, { kind: number[]; plain: number[] }>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of kinds) {
      const [plan] = fc.sample(planOf(kind), { seed: seed + round, numRuns: 1 });
      if (!plan) continue;
      const { json, plain } = pair(plan, scene, `${kind}.${round}`);
      const known = costs.get(kind) ?? { kind: [], plain: [] };
      known.plain.push(await costOf(() => scene.post(plain)));
      known.kind.push(await costOf(() => scene.post(json)));
      costs.set(kind, known);
    }
  }
  // The first round compiles.
  const median = ([, ...all]: number[]) => all.toSorted((one, other) => one - other)[(ROUNDS - 1) >> 1] ?? 0;
  return Object.fromEntries(
    [...costs].map(([name, { kind, plain }]) => [name, median(kind) / median(plain)]),
  );
}

function planOf(kind: string): fc.Arbitrary<Plan> {
  const changes = kind === 'mutated' ? mutations : fc.constant(null);
  const message = fc.record({
    item: messageItem(kind === 'mutated' ? undefined : [kind]),
    changes,
    isByContact: fc.constant(false),
  });
  return fc.array(message, { minLength: MESSAGES, maxLength: MESSAGES }).map((messages) => ({
    entries: [
      { number: 0, changes: [{ is: 'messages', messages, statuses: [], errors: [], hasContacts: false }] },
    ],
  }));
}

/** A callback, and a plain one that is as long. */
function pair(plan: Plan, { numbers }: Scene, name: string): { json: string; plain: string } {
  let count = 0;
  const newId = (of: string) => () => {
    count += 1;
    return `wamid.cost.${of}.${name}.${count}`;
  };
  const { json, sent } = callbackOf(plan, numbers, newId('kind'));
  const texts = (length: number): Plan => ({
    entries: [
      {
        number: 0,
        changes: [
          {
            ...{ is: 'messages', statuses: [], errors: [], hasContacts: false },
            messages: sent.map((_, n) => ({
              item: { kind: 'text', fields: textItem(n, length) },
              changes: null,
              isByContact: false,
            })),
          },
        ],
      },
    ],
  });
  const shortest = callbackOf(texts(0), numbers, newId('measure')).json.length;
  const length = Math.max(0, Math.floor((json.length - shortest) / MESSAGES));
  return { json, plain: callbackOf(texts(length), numbers, newId('plain')).json };
}

const textItem = (n: number, length: number) => ({
  from: `6281${2_000_000_000 + n}`,
  id: NEW_ID,
  timestamp: '1749416383',
  type: 'text',
  text: { body: `Kata ${n}${'x'.repeat(length)}` },
});

/** In ms of this process. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
