import type { BinaryNode } from 'baileys';
import type { Clock } from '../../../../platform/lib/clock.ts';
import type { EngineEvent } from '../../engine.ts';
import { serverTime } from '../server-time.ts';

/** Phones send no type, offline companions `inactive`. */
const RECEIPT_STATUS: Readonly<Record<string, 'delivered' | 'read'>> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'read',
};

/** Empty for other receipts. */
export function readReceipts(node: BinaryNode, clock: Clock): Extract<EngineEvent, { type: 'receipt' }>[] {
  const { from, id, recipient, type = '', t } = node.attrs;
  const status = RECEIPT_STATUS[type];
  // From the own phone, for another chat.
  if (node.tag !== 'receipt' || !status || !id || recipient) return [];
  // Of each member of a group: the first one counts, later ones repeat it.
  if (!from || from.endsWith('@broadcast') || from.endsWith('@newsletter')) return [];
  const ids = new Set([id, ...listedIds(node)]);
  return [...ids].map((waMessageId) => ({ type: 'receipt', waMessageId, status, at: serverTime(clock, t) }));
}

function listedIds(node: BinaryNode): string[] {
  if (!Array.isArray(node.content)) return [];
  const list = node.content.find(({ tag }) => tag === 'list');
  if (!Array.isArray(list?.content)) return [];
  return list.content.map((item) => item.attrs.id).filter((id) => id !== undefined);
}
