import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import type { CompanionRef, CompanionRow, PhoneRow } from '../store.ts';
import { addressOf } from './addresses.ts';
import { deliver, readNode } from './delivery.ts';
import { takeCompanionBundle } from './keys.ts';
import { newMessageId } from './messages.ts';
import type { Network } from './network.ts';
import { element, protocolTime } from './node.ts';
import { encryptFor, type KeyBundle } from './signal.ts';

/**
 * The phone tells a new companion that its history is complete (there is none). Clients hold back their events after the first
 * login until they hear this, for up to 20 s.
 */
export async function welcome(net: Network, ref: CompanionRef): Promise<void> {
  const pending = net.store.listQueue(ref).filter((stanza) => stanza.class === 'history');
  for (const stanza of pending) net.lines.find(ref)?.send(readNode(stanza));
  const companion = net.store.findCompanion(ref);
  if (companion?.welcomed === 0) await sendHistoryNotice(net, companion, newMessageId(), 0);
}

/** Also answers a companion that could not read the notice: the same id, encrypted anew. */
export function sendHistoryNotice(
  net: Network,
  companion: CompanionRow,
  id: string,
  attempt: number,
  bundle?: KeyBundle,
): Promise<void> {
  return net.turns.take(companion.number, async () => {
    const phone = net.store.findPhone(companion.number);
    if (!phone) return;
    const takeBundle = () => bundle ?? takeCompanionBundle(net, companion);
    const { result, save } = await encryptFor(net.store, phone, companion, historyNotice(phone), takeBundle, {
      freshSession: attempt > 0,
    });
    const enc = element('enc', { v: '2', type: result.type }, result.bytes);
    const node = element(
      'message',
      { id, from: addressOf(phone, 'pn'), type: 'text', category: 'peer', t: protocolTime(net.now()) },
      [enc],
    );
    net.store.db.write(() => {
      save();
      net.store.markWelcomed(companion);
      deliver(net, companion, { class: 'history', node, attempt });
    });
  });
}

function historyNotice(phone: PhoneRow): proto.IMessage {
  const { HistorySyncType } = proto.HistorySync;
  const history = proto.HistorySync.encode({
    syncType: HistorySyncType.INITIAL_BOOTSTRAP,
    progress: 100,
    conversations: [],
    phoneNumberToLidMappings: [{ pnJid: addressOf(phone, 'pn'), lidJid: addressOf(phone, 'lid') }],
  }).finish();
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
        progress: 100,
        chunkOrder: 1,
        initialHistBootstrapInlinePayload: deflateSync(history),
      },
    },
  };
}
