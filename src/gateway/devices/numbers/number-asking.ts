import type { Context } from '../../../context.ts';
import type { Asking } from '../asking/device-asker.ts';
import type { OpenCheck } from './store.ts';
import * as store from './store.ts';

/** `findRegistered`: numbers without an answer are missing. Never rejects. */
export const numberAsking = (
  { db }: Pick<Context, 'db'>,
  findRegistered: (deviceId: number, phones: readonly string[]) => Promise<ReadonlyMap<string, boolean>>,
): Asking<OpenCheck> => ({
  topic: 'numbers',
  findOpen: (deviceIds, since) => store.findOpenChecks(db, { device_ids: deviceIds, since }),
  async settle(device, checks) {
    const phones = checks.map(({ phone }) => phone);
    const answers = await findRegistered(device.id, phones);
    await store.settleChecks(db, device, new Map(phones.map((phone) => [phone, answers.get(phone) ?? null])));
  },
});
