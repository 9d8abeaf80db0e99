import type { SocketConfig } from 'baileys';
import { type Clock, DAY } from '../../../../platform/lib/clock.ts';
import { encodeKey } from '../keys/codec.ts';
import type { KeyVault } from '../keys/vault.ts';

const TTL_MS = 7 * DAY;

export type ContactDevices = NonNullable<SocketConfig['userDevicesCache']>;

/** Stored: each query costs a one-time key of the contact. */
export function contactDevices(vault: KeyVault, clock: Clock): ContactDevices {
  const type = 'user-devices';
  const put = (id: string, value: Uint8Array | null) => vault.write({ keys: [{ type, id, value }] });
  return {
    async get<T>(user: string) {
      const found = (await vault.get(type, [user])).get(user);
      const entry = found as { at: number; devices: T } | undefined; // written by set
      const isFresh = entry && clock.now().getTime() - entry.at < TTL_MS;
      return (isFresh ? entry.devices : undefined) as T; // the type of Baileys lacks undefined
    },
    set: (user, devices) => put(user, encodeKey(type, { at: clock.now().getTime(), devices })),
    del: (user) => put(user, null),
    flushAll() {},
  };
}
