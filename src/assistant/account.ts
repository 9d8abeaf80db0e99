import { lockCoverage, setAutomated } from '../gateway/devices/channels/channel.ts';
import { renewTimersSoon } from '../inbox/conversations/settings/settings.ts';
import type { Db, Tx } from '../platform/lib/db/db.ts';
import { subscribeToEvents } from './arbiter/consumer.ts';
import { scheduleRenewal } from './language-model/embeddings/renewal-due.ts';
import * as store from './store.ts';
import { scheduleTraining } from './trial/model/due.ts';

/**
 * Call first in each transaction that changes rules, flows, knowledge or settings. Locks the account's row, so changes
 * come in order.
 */
export async function touchAutomation(tx: Tx, accountId: number, now: Date): Promise<void> {
  await store.touch(tx, { accountId, now });
  await scheduleTraining(tx, accountId, now);
  await scheduleRenewal(tx, accountId, now);
}

/** Call last in each transaction that changes what may answer. Devices that connect later follow it. */
export async function renewCoverage(tx: Tx, accountId: number, now: Date): Promise<void> {
  await lockCoverage(tx, accountId, 'exclusive');
  const coverage = await store.renewCoverage(tx, { accountId });
  const { covers_all: all, covered_devices: deviceIds, watches } = coverage;
  await subscribeToEvents(tx, accountId, all || deviceIds.length > 0 || watches);
  const changed = await setAutomated(tx, accountId, { all, deviceIds });
  // Only conversations with an automation have the timer that takes them from staff.
  if (changed > 0) await renewTimersSoon(tx, accountId, now);
}

/** Rises with each change. 0: no automation yet. */
export const versionOf = (db: Db, accountId: number): Promise<number> => store.versionOf(db, accountId);
