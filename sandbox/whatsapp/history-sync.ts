import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import type { CompanionRef, CompanionRow, PhoneRow } from '../store-rows.ts';
import { addressOf } from './addresses.ts';
import { deliver, readNode } from './delivery.ts';
import { issueCompanionBundle } from './keys.ts';
import { newMessageId } from './message-node.ts';
import type { Network } from './network.ts';
import { element, protocolTime } from './node.ts';
import { encryptFor, type PreKeyBundle } from './signal.ts';

/** Reports an empty history as complete. Without it, clients hold back events for 20 s. */
export async function completeHistorySync(net: Network, ref: CompanionRef): Promise<void> {
  const pending = net.store.listQueue(ref).filter((stanza) => stanza.class === 'history');
  for (const stanza of pending) net.onlineCompanions.find(ref)?.send(readNode(stanza));
  const companion = net.store.findCompanion(ref);
  if (companion?.welcomed === 0) await sendHistoryNotice(net, companion, newMessageId(), 0);
}

/** A retry keeps the id. */
export function sendHistoryNotice(
  net: Network,
  companion: CompanionRow,
  id: string,
  attempt: number,
  bundle?: PreKeyBundle,
): Promise<void> {
  return net.phoneMutex.run(companion.number, async () => {
    const phone = net.store.findPhone(companion.number);
    if (!phone) return;
    const takeBundle = () => bundle ?? issueCompanionBundle(net, companion);
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
