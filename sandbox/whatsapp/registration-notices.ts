import { randomUUID } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { PhoneRow } from '../store-rows.ts';
import { readFaults } from './faults.ts';
import { inTime } from './in-time.ts';
import { faultsOf, type Network } from './network.ts';
import { element, FROM_SERVER, protocolTime } from './node.ts';
import type { Registration } from './pairing-refs.ts';

/** With the fault `refresh`, once: the client must make a new secret. Throws qr_refreshed. */
export async function refreshOnce(net: Network, phone: PhoneRow, registration: Registration): Promise<void> {
  if (!faultsOf(net, phone.number).refresh) return;
  const faults = { ...readFaults(phone.faults), refresh: false };
  net.store.db.write(() => net.store.setFaults(phone.number, JSON.stringify(faults)));
  net.faultsCache.clear();
  net.pairingRefs.reopen(registration);
  await sendNotice(net, registration, 'companion_reg_refresh', [element('companion_reg_refresh')]);
  throw new SandboxError('qr_refreshed');
}

/** Throws pairing_failed: the client sends no ack. */
export async function sendNotice(
  net: Network,
  { connection }: Registration,
  type: string,
  children: BinaryNode[],
): Promise<void> {
  const attrs = { id: randomUUID(), type, from: FROM_SERVER, t: protocolTime(net.now()) };
  const ack = await inTime(connection.query(element('notification', attrs, children)));
  if (ack?.attrs.class !== 'notification' || ack.attrs.type !== type) {
    connection.end();
    throw new SandboxError('pairing_failed');
  }
}
