import { lockCoverage, setAutomated } from '../gateway/devices/channels/channel.ts';
import { renewTimersSoon } from '../inbox/conversations/settings/settings.ts';
import type { Db, Tx } from '../platform/lib/db/db.ts';
import { subscribeToEvents } from './arbiter/consumer.ts';
import { scheduleRenewal } from './language-model/embeddings/renewal-due.ts';
import * as store from './store.ts';
import { scheduleTraining } from './trial/model/due.ts';

/**
 * Belongs to the transaction of each change of rules, flows, knowledge and settings. It locks the account's row, so
 * changes of one account come one after the other: call it first.
 */
export async function touchAutomation(tx: Tx, accountId: number, now: Date): Promise<void> {
  await store.touch(tx, accountId, now);
  await scheduleTraining(tx, accountId, now);
  await scheduleRenewal(tx, accountId, now);
}

/**
 * Belongs to the transaction of each change of what may answer: call it last. Numbers of devices that connect later
 * follow too.
 */
export async function renewCoverage(tx: Tx, accountId: number, now: Date): Promise<void> {
  await lockCoverage(tx, accountId, 'exclusive');
  const coverage = await store.renewCoverage(tx, accountId);
  const { covers_all: all, covered_devices: deviceIds, watches } = coverage;
  await subscribeToEvents(tx, accountId, all || deviceIds.length > 0 || watches);
  const changed = await setAutomated(tx, accountId, { all, deviceIds });
  // Conversations of staff go back to an automation by a timer, which those without one have not.
  if (changed > 0) await renewTimersSoon(tx, accountId, now);
}

/** Rises with each change of what may answer. 0: the account never had an automation. */
export const versionOf = (db: Db, accountId: number): Promise<number> => store.versionOf(db, accountId);
