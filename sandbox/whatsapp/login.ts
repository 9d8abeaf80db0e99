import type { proto } from 'baileys';
import type { CompanionRef, PhoneRow } from '../store-rows.ts';
import { addressOf } from './addresses.ts';
import { loginFailure, REPLACED } from './close-stanzas.ts';
import type { Connection } from './connection.ts';
import { deliverQueue } from './delivery.ts';
import type { Faults } from './faults.ts';
import { maskNumber } from './mask-number.ts';
import { faultsOf, type Network } from './network.ts';
import { element, FROM_SERVER, protocolTime } from './node.ts';
import { startPairing } from './pairing.ts';

/** Starts pairing, or accepts or refuses a login. */
export function openSession(
  net: Network,
  connection: Connection,
  payload: proto.ClientPayload,
  clientKey: Uint8Array,
): void {
  const pairingKeys = payload.devicePairingData;
  const number = pairingKeys ? null : String(payload.username ?? '');
  connection.isSilent = () => faultsOf(net, number).silent;
  const refusal = refusalOf(faultsOf(net, number), payload);
  if (refusal) {
    connection.end(loginFailure(refusal));
  } else if (pairingKeys) {
    startPairing(net, connection, pairingKeys, clientKey);
  } else {
    logIn(net, connection, { number: number ?? '', device_id: payload.device ?? 0 }, clientKey);
  }
}

function logIn(net: Network, connection: Connection, ref: CompanionRef, clientKey: Uint8Array): void {
  const phone = net.store.findPhone(ref.number);
  const companion = net.store.findCompanion(ref);
  if (phone?.line === 'dropped') {
    connection.cut();
  } else if (phone?.line === 'banned') {
    connection.end(loginFailure('403'));
  } else if (!phone || !companion || !Buffer.from(companion.noise_key).equals(clientKey)) {
    connection.end(loginFailure('401'));
  } else {
    acceptLogin(net, connection, phone, ref);
  }
}

/** Clients expect queued stanzas before the offline marker. */
function acceptLogin(net: Network, connection: Connection, phone: PhoneRow, ref: CompanionRef): void {
  const lid = addressOf(phone, 'lid', ref.device_id);
  const t = protocolTime(net.now());
  net.onlineCompanions.find(ref)?.end(REPLACED);
  connection.companion = ref;
  connection.send(element('success', { t, lid, props: '27', companion_enc_static: '' }));
  const waiting = deliverQueue(net, connection, ref);
  net.onlineCompanions.connect(ref, connection);
  connection.send(element('ib', { from: FROM_SERVER }, [element('offline', { count: String(waiting) })]));
  net.log.info(
    { number: maskNumber(ref.number), deviceId: ref.device_id, waiting },
    'sandbox.companion_online',
  );
}

function refusalOf(faults: Faults, payload: proto.ClientPayload): string | null {
  const { primary = 0, secondary = 0, tertiary = 0 } = payload.userAgent?.appVersion ?? {};
  if (faults.refused_versions.includes(`${primary}.${secondary}.${tertiary}`)) return '405';
  return faults.failure;
}
