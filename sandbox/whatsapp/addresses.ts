import { jidDecode } from 'baileys';
import type { Store } from '../store.ts';
import type { PhoneRow } from '../store-rows.ts';
import { SERVER } from './node.ts';

/** By phone number, or by number-free id (the default today). */
export type Addressing = 'pn' | 'lid';

export const addressingOf = (jid: string): Addressing => (jid.endsWith('@lid') ? 'lid' : 'pn');

/** The JID of a phone (device 0) or of a companion. */
export function addressOf(
  phone: Pick<PhoneRow, 'number' | 'lid'>,
  addressing: Addressing,
  deviceId = 0,
): string {
  const user = addressing === 'lid' ? phone.lid : phone.number;
  const device = deviceId === 0 ? '' : `:${deviceId}`;
  return `${user}${device}@${addressing === 'lid' ? 'lid' : SERVER}`;
}

export interface Addressee {
  phone: PhoneRow;
  device_id: number;
}

/** Undefined for groups, broadcasts and unregistered numbers. */
export function findAddressee(store: Store, jid: string | undefined): Addressee | undefined {
  const decoded = jid === undefined ? undefined : jidDecode(jid);
  if (!decoded || (decoded.server !== 'lid' && decoded.server !== SERVER)) return undefined;
  const phone = decoded.server === 'lid' ? store.findPhoneByLid(decoded.user) : store.findPhone(decoded.user);
  return phone && { phone, device_id: decoded.device ?? 0 };
}
