import { type BinaryNode, getBinaryNodeChild, getErrorCodeFromStreamError, isJidGroup } from 'baileys';
import type { Clock } from '../../../../platform/lib/clock.ts';
import type { EngineEvent } from '../../engine.ts';
import { groupOf, lidUserOf, phoneOf } from '../addresses.ts';
import { readAck } from '../outbound/acks.ts';
import { readReceipts } from '../outbound/receipts.ts';
import { serverTime } from '../server-time.ts';
import type { Client } from './client.ts';

interface Listener {
  emit(event: EngineEvent): void;
  pairDevice(node: BinaryNode): void;
  notification(node: BinaryNode): void;
  /** To an IQ of the client. */
  answer(iq: BinaryNode): void;
  /** After this stanza. */
  streamEnded(code: number): void;
}

const MULTI_DEVICE_MISSING = 411;

/** Before the client handles it. */
export function readStanza(stanza: BinaryNode, client: Client, clock: Clock, listener: Listener): void {
  switch (stanza.tag) {
    case 'message':
      client.stanzas.add(stanza);
      readGroupMessage(stanza, client, clock, listener);
      break;
    case 'ack':
      readAckStanza(stanza, client, clock, listener);
      break;
    case 'receipt':
      if (!isJidGroup(stanza.attrs.from) || client.groups.takesGroups())
        for (const receipt of readReceipts(stanza, clock)) listener.emit(receipt);
      break;
    case 'iq': {
      const pairDevice = getBinaryNodeChild(stanza, 'pair-device');
      if (pairDevice) listener.pairDevice(pairDevice);
      else listener.answer(stanza);
      break;
    }
    case 'notification':
      listener.notification(stanza);
      break;
    case 'ib':
      if (getBinaryNodeChild(stanza, 'downgrade_webclient')) listener.streamEnded(MULTI_DEVICE_MISSING);
      break;
    case 'success':
      client.loginTime.loggedIn(stanza);
      break;
    case 'failure':
      listener.streamEnded(Number(stanza.attrs.reason ?? 500));
      break;
    case 'stream:error':
      listener.streamEnded(getErrorCodeFromStreamError(stanza).statusCode);
  }
}

/** Of a device that does not receive messages of groups. */
function readGroupMessage(
  stanza: BinaryNode,
  { sock, groups }: Client,
  clock: Clock,
  listener: Listener,
): void {
  const groupId = groupOf(stanza, sock.authState.creds);
  if (!groupId || groups.takesGroups()) return;
  const askName = async () => {
    const found = await sock.groupMetadata(groupId).catch(() => null);
    return found?.subject ?? null;
  };
  listener.emit({ type: 'group_message', groupId, at: serverTime(clock, stanza.attrs.t), askName });
}

function readAckStanza(stanza: BinaryNode, client: Client, clock: Clock, listener: Listener): void {
  const ack = readAck(stanza, clock);
  if (!ack) return;
  const recipient = phoneOf(stanza.attrs.from) ?? lidUserOf(stanza.attrs.from);
  // Outdated devices: the next attempt asks the server.
  if (ack.error?.code === 'stale_session' && recipient)
    Promise.resolve(client.contactDevices.del(recipient)).catch(() => {});
  listener.emit(ack);
}
