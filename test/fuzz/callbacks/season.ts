import fc from 'fast-check';
import { findShapeProblem } from '../../../src/platform/lib/http/body-shape.ts';
import type { LogWatch } from '../log-watch.ts';
import { callbackOf, everything, type Plan, plans } from './callback.ts';
import { complaintsAbout, shown } from './judge.ts';
import type { Scene } from './scene.ts';

/** The provider sends no larger and no deeper ones. Kurir refuses those. */
const MAX_LENGTH = 3_000_000;
const SHAPE = { parts: 100_000, items: 100_000 };

/** Tries to make a failing callback smaller. */
const MAX_SHRINKS = 100;

export interface CallbackSeason {
  scene: Scene;
  watch: LogWatch;
  seed: number;
  callbacks: number;
  signal?: AbortSignal;
  onProgress?: (done: number) => void;
}

/** Sends callbacks until one is answered or stored wrongly. Undefined: none; else the smallest one found. */
export async function runCallbackSeason(season: CallbackSeason): Promise<string | undefined> {
  const { scene, watch, seed, callbacks, signal } = season;
  let [count, done] = [0, 0];
  let last = '';
  let shrinks = 0;
  const newId = () => {
    count += 1;
    return `wamid.${seed}.${count}`;
  };
  const property = fc.asyncProperty(plans, fc.nat(3), async (plan, repeats) => {
    if (signal?.aborted || shrinks > MAX_SHRINKS) return;
    if (last !== '') shrinks += 1;
    const { json, complaints } = await tryPlan({ scene, watch, newId }, plan, repeats === 3 ? 2 : 1);
    done += 1;
    season.onProgress?.(done);
    if (complaints.length === 0) return;
    last = `${complaints.join('\n')}\n${shown(JSON.parse(json))}`;
    throw new Error(complaints[0]);
  });
  for (const plan of fc.sample(everything, { seed, numRuns: 3 })) {
    const { complaints } = await tryPlan({ scene, watch, newId }, plan, 1);
    if (complaints.length > 0) return `each documented field: ${complaints.join('\n')}`;
  }
  const { failed, errorInstance } = await fc.check(property, { seed, numRuns: callbacks });
  if (!failed) return complaintAboutEvents(scene);
  const stack = errorInstance instanceof Error ? errorInstance.stack : errorInstance;
  return `${stack}\n${last}\nnpm run fuzz -- --callbacks ${callbacks} --seed ${seed}`;
}

async function tryPlan(
  { scene, watch, newId }: { scene: Scene; watch: LogWatch; newId: () => string },
  plan: Plan,
  times: number,
): Promise<{ json: string; complaints: string[] }> {
  const { json, sent } = callbackOf(plan, scene.numbers, newId);
  if (json.length > MAX_LENGTH || findShapeProblem(Buffer.from(json), SHAPE)) return { json, complaints: [] };
  const before = JSON.stringify(watch.findings());
  const answers = await Promise.all(Array.from({ length: times }, () => scene.post(json)));
  const left = await scene.readLeft().catch((error: unknown) => `the worker failed: ${error}`);
  const stored = sent.length > 0 ? await scene.stored(sent.map(({ id }) => id)) : [];
  const logged = JSON.stringify(watch.findings());
  return {
    json,
    complaints: [
      ...answers.flatMap((status) => (status === 200 ? [] : [`answered ${status}`])),
      ...(left === undefined ? [] : [left]),
      ...(logged === before ? [] : [`logged: ${logged.slice(0, 4_000)}`]),
      ...complaintsAbout(sent, stored, scene),
    ],
  };
}

/** Each message of a customer has one event, with its author and its conversation. An imported one has none. */
async function complaintAboutEvents(scene: Scene): Promise<string | undefined> {
  const rows = await scene.events();
  const wrong = rows.find(({ phone, told, is_imported }) => {
    const [event, ...others] = told;
    if (is_imported) return event || others.length > 0;
    return !event || others.length > 0 || event.from !== phone || event.conversation_id === null;
  });
  return wrong && `a message has not the right event: ${JSON.stringify(wrong)}`;
}
