import { call } from '../../api/call.ts';
import { asProblem } from '../../api/problem.ts';
import { bodyOf, type Draft } from './draft.ts';

/** Broadcasts that are looked at after a lost answer. */
const LOOKED_AT = 20;

const list = async (count: number) => (await call('GET /broadcasts', { query: { per_page: count } })).data;

/**
 * Creates the broadcast, and returns its id. When the answer is lost, the newest broadcasts tell whether the call
 * worked, so that a second attempt does not send twice. Throws a Problem.
 */
export async function createBroadcast(draft: Draft): Promise<number> {
  const body = bodyOf(draft);
  const [newest] = await list(1);
  try {
    return (await call('POST /broadcasts', { body })).id;
  } catch (error) {
    if (!asProblem(error).isTemporary) throw error;
    const made = (await list(LOOKED_AT)).find(
      ({ id, name, device_uuid }) =>
        id > (newest?.id ?? 0) && name === body.name && device_uuid === body.device_uuid,
    );
    if (!made) throw error;
    return made.id;
  }
}
