import { randomBytes, randomUUID } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { PhoneRow } from '../store-rows.ts';
import { readFaults } from './faults.ts';
import { inTime } from './in-time.ts';
import { faultsOf, type Network } from './network.ts';
import { element, FROM_SERVER, protocolTime } from './node.ts';
import type { Registration } from './pairing-refs.ts';

const PASSKEY_TIMEOUT_MS = 600_000;

/** With the fault `refresh`, once: the client must make a new secret. Throws qr_refreshed. */
export async function refreshOnce(net: Network, phone: PhoneRow, registration: Registration): Promise<void> {
  if (!faultsOf(net, phone.number).refresh) return;
  const faults = { ...readFaults(phone.faults), refresh: false };
  net.store.db.write(() => net.store.setFaults(phone.number, JSON.stringify(faults)));
  net.faultsCache.clear();
  net.pairingRefs.reopen(registration);
  await notify(net, registration, 'companion_reg_refresh', element('companion_reg_refresh'));
  throw new SandboxError('qr_refreshed');
}

/** With the fault `passkey`: the client must ask its user. The sandbox plays no passkey: throws passkey_required. */
export async function demandPasskey(
  net: Network,
  phone: PhoneRow,
  registration: Registration,
): Promise<void> {
  if (faultsOf(net, phone.number).passkey === 'none') return;
  const options = {
    challenge: randomBytes(32).toString('base64url'),
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
    timeout: PASSKEY_TIMEOUT_MS,
    extensions: { uvm: true },
  };
  const child = element('passkey_request_options', {}, Buffer.from(JSON.stringify(options)));
  await notify(net, registration, 'passkey_prologue_request', child);
  throw new SandboxError('passkey_required');
}

/** Throws pairing_failed: the client sends no ack. */
async function notify(
  net: Network,
  { connection }: Registration,
  type: string,
  child: BinaryNode,
): Promise<void> {
  const attrs = { id: randomUUID(), type, from: FROM_SERVER, t: protocolTime(net.now()) };
  const ack = await inTime(connection.query(element('notification', attrs, [child])));
  if (ack?.attrs.class !== 'notification' || ack.attrs.type !== type) {
    connection.end();
    throw new SandboxError('pairing_failed');
  }
}
