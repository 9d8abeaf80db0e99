import type { Account, Caller } from '../../platform/accounts/account.ts';
import { requireRoom } from '../../platform/accounts/storage/storage.ts';
import { ApiError, FieldErrors } from '../../platform/lib/errors.ts';
import { type DeviceRow, getDevice } from '../devices/device.ts';
import type { Parts } from '../messages/admission/check-content.ts';
import { changeLocked, getBroadcast, holdFile, readTargets, storedContent } from './broadcast.ts';
import { type Content, type Messages, readContent } from './content.ts';
import { isPresent } from './message-fields.ts';
import { type QuietHours, withZone } from './quiet-hours/quiet-hours.ts';
import { type ChangeBroadcast, NO_RANGE } from './schema.ts';
import type { BroadcastRow } from './store.ts';
import * as store from './store.ts';
import { replaceTargets, type Targets } from './targets-store.ts';

/**
 * Only before the start: the lock keeps the runner away. ApiError broadcast_not_found, broadcast_not_scheduled,
 * media_not_found, storage_limit_reached, and those of recipients and templates. FieldErrors for delays and texts.
 */
export async function changeBroadcast(
  parts: Parts,
  account: Caller & Account,
  id: number,
  input: ChangeBroadcast,
  fetchFile: FetchFile,
): Promise<BroadcastRow> {
  const { ctx } = parts;
  const read = await readChanges(parts, account, id, input, fetchFile);
  return changeLocked(ctx, account, id, async (tx, broadcast) => {
    const delays = requireChangeable(broadcast, input);
    const { name = broadcast.name, scheduled_at = broadcast.scheduled_at } = input;
    const quiet = read.quiet === undefined ? broadcast.quiet_hours : read.quiet;
    const content = read.content ?? broadcast;
    await holdFile(ctx, tx, account, content);
    if (read.targets && !(await replaceTargets(tx, broadcast, read.targets)))
      throw new ApiError('no_recipients_matched');
    const changed = await store.changeBroadcast(tx, {
      id,
      name,
      ...storedContent(content),
      ...delays,
      scheduled_at: scheduled_at ?? ctx.now(),
      quiet_hours: quiet && JSON.stringify(quiet),
    });
    await requireRoom(tx, account.id);
    return changed;
  });
}

/** The id of the file behind the address that a message has. */
type FetchFile = (device: DeviceRow, message: Messages) => Promise<string | null>;

/** With its delays. ApiError broadcast_not_scheduled; FieldErrors. */
function requireChangeable(broadcast: BroadcastRow, input: ChangeBroadcast) {
  if (broadcast.status !== 'scheduled') throw new ApiError('broadcast_not_scheduled');
  const delays = {
    delay_min_seconds: input.delay_min_seconds ?? broadcast.delay_min_seconds,
    delay_max_seconds: input.delay_max_seconds ?? broadcast.delay_max_seconds,
  };
  if (delays.delay_min_seconds > delays.delay_max_seconds)
    throw new FieldErrors({ delay_max_seconds: [NO_RANGE.error] });
  return delays;
}

interface Read {
  /** Null: the message stays. */
  content: Content | null;
  /** Undefined: they stay. */
  quiet: QuietHours | null | undefined;
  /** Null: the recipients stay. */
  targets: Targets | null;
}

/** Outside of the lock, because a template may ask the provider, and a file its host. The host is asked last. */
async function readChanges(
  parts: Parts,
  account: Caller & Account,
  id: number,
  input: ChangeBroadcast,
  fetchFile: FetchFile,
): Promise<Read> {
  const { ctx } = parts;
  const present = await getBroadcast(ctx, account, id);
  requireChangeable(present, input);
  const device = await getDevice(ctx, account, present.device_uuid);
  const { quiet_hours } = input;
  const lists = [input.tags, input.contact_ids].some((list) => (list ?? []).length > 0);
  const hasTargets = lists || isPresent(input.recipients_of) || isPresent(input.segment_id);
  const targets = hasTargets ? await readTargets(ctx, account, input) : null;
  const message = changedMessage(present, input);
  const content = message && (await readContent(parts, account, device, message));
  const quiet = quiet_hours && (await withZone(ctx.db, device, quiet_hours));
  if (content && message.media_url) content.file_id = await fetchFile(device, message);
  return { content, quiet, targets };
}

/** A file or a template replaces the message. A text alone replaces the text or caption. Null: the message stays. */
function changedMessage(present: Content, input: ChangeBroadcast): Messages | null {
  const { message_template, template, type } = input;
  if (template || (type && type !== 'text')) return input;
  const isCaption = !type && present.type !== 'text';
  if (message_template)
    return isCaption ? { type: present.type, media_id: present.file_id, message_template } : input;
  if (type && present.type !== 'text') throw new FieldErrors({ message_template: ['is required'] });
  return null;
}
