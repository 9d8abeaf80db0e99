import type { Context } from '../../../context.ts';
import { MINUTE, SECOND } from '../../../platform/lib/clock.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { inChunks } from '../../../platform/lib/in-chunks.ts';
import type { GroupFacts } from '../../engines/engine.ts';
import { type Asking, OPEN_MS } from '../asking/device-asker.ts';
import { untilAnswered } from '../asking/until-answered.ts';
import { type DeviceRow, hasOwner } from '../store.ts';
import * as store from './questions-store.ts';

/** Of one device. The network tolerates few questions. */
export const MAX_ASKED_PER_MINUTE = 60;
const KNOWN_MS = MINUTE;
const ALL = '';

/**
 * One group, or for null all groups of the device. Known for a minute. ApiError groups_off, device_disconnected,
 * rate_limited, network_silent.
 */
export async function askAboutGroups(
  ctx: Context,
  device: Pick<DeviceRow, 'id' | 'groups' | 'status'>,
  id: string | null,
): Promise<readonly GroupFacts[]> {
  if (device.groups !== 'on') throw new ApiError('groups_off');
  const question = { device_id: device.id, group_id: id ?? ALL };
  const since = new Date(ctx.now().getTime() - KNOWN_MS);
  const read = () => store.find(ctx.db, question);
  const known = await read();
  if (known?.answer && isAsked(known, since)) return known.answer;
  if (device.status !== 'connected' || !(await hasOwner(ctx.db, device.id)))
    throw new ApiError('device_disconnected');
  const more = { at: ctx.now(), since, most: MAX_ASKED_PER_MINUTE };
  const asked = await store.ask(ctx.db, { ...question, ...more });
  if (!asked && !isAsked(await read(), since)) throw tooMany();
  const row = await untilAnswered(ctx, 'groups', { read, isDone: (found) => found?.is_settled !== false });
  if (!row?.answer) throw new ApiError('network_silent');
  return row.answer;
}

/** By this call, or another one. */
const isAsked = (row: store.AnswerRow | undefined, since: Date) => row !== undefined && row.asked_at > since;

function tooMany(): ApiError {
  const error = new ApiError('rate_limited');
  error.retryAfter = KNOWN_MS / SECOND;
  return error;
}

export const groupAsking = (
  { db }: Pick<Context, 'db'>,
  read: (deviceId: number, groupId: string | null) => Promise<readonly GroupFacts[] | null>,
): Asking<store.Question> => ({
  topic: 'groups',
  findOpen: (deviceIds, since) => store.findOpen(db, { device_ids: deviceIds, since }),
  async settle(device, questions) {
    for (const { group_id } of questions) {
      const groups = await read(device.id, group_id === ALL ? null : group_id);
      const answer = groups && JSON.stringify(groups);
      await store.settle(db, { device_id: device.id, group_id, answer });
    }
  },
});

/** Returns the number of deleted answers. */
export function deleteOldGroupQuestions(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const before = new Date(ctx.now().getTime() - Math.max(KNOWN_MS, OPEN_MS));
  return inChunks((limit) => store.deleteOld(ctx.db, { before, limit }));
}
