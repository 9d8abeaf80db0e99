import type { Account, Caller } from '../../platform/accounts/account.ts';
import { requireRoom } from '../../platform/accounts/storage/storage.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { getDevice } from '../devices/device.ts';
import type { Parts } from '../messages/admission/check-content.ts';
import { changeLocked, getBroadcast, storedContent } from './broadcast.ts';
import { type Content, readContent } from './content.ts';
import { type QuietHours, withZone } from './quiet-hours.ts';
import { type ChangeBroadcast, NO_RANGE } from './schema.ts';
import type { BroadcastRow } from './store.ts';
import * as store from './store.ts';

/**
 * Only before the start: the lock keeps the runner away. ApiError broadcast_not_found, broadcast_not_scheduled,
 * storage_limit_reached, and those of templates. FieldErrors for delays.
 */
export async function changeBroadcast(
  parts: Parts,
  account: Caller & Account,
  id: number,
  input: ChangeBroadcast,
): Promise<BroadcastRow> {
  const { ctx } = parts;
  const read = await readChanges(parts, account, id, input);
  return changeLocked(ctx, account, id, async (tx, broadcast) => {
    if (broadcast.status !== 'scheduled') throw new ApiError('broadcast_not_scheduled');
    const { name = broadcast.name, scheduled_at = broadcast.scheduled_at } = input;
    const quiet = read.quiet === undefined ? broadcast.quiet_hours : read.quiet;
    const delays = {
      delay_min_seconds: input.delay_min_seconds ?? broadcast.delay_min_seconds,
      delay_max_seconds: input.delay_max_seconds ?? broadcast.delay_max_seconds,
    };
    if (delays.delay_min_seconds > delays.delay_max_seconds) {
      throw new FieldErrors({ delay_max_seconds: [NO_RANGE.error] });
    }
    const changed = await store.changeBroadcast(tx, {
      id,
      name,
      ...storedContent(read.content ?? broadcast),
      ...delays,
      scheduled_at: scheduled_at ?? ctx.now(),
      quiet_hours: quiet && JSON.stringify(quiet),
    });
    await requireRoom(tx, account.id);
    return changed;
  });
}

interface Read {
  /** Null: the message stays. */
  content: Content | null;
  /** Undefined: they stay. */
  quiet: QuietHours | null | undefined;
}

/** Outside of the lock, because a template may ask the provider. */
async function readChanges(
  { ctx, templates }: Parts,
  account: Caller & Account,
  id: number,
  input: ChangeBroadcast,
): Promise<Read> {
  const { device_uuid } = await getBroadcast(ctx, account, id);
  const device = await getDevice(ctx, account, device_uuid);
  const { message_template, template, quiet_hours } = input;
  return {
    content: message_template || template ? await readContent(templates, device, input) : null,
    quiet: quiet_hours && (await withZone(ctx.db, device, quiet_hours)),
  };
}
