import type { BinaryNode } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { Line } from '../store-rows.ts';
import { loginFailure, NOT_MULTI_DEVICE, REMOVED, REPLACED, streamError } from './close-stanzas.ts';
import type { Connection } from './connection.ts';
import { type Faults, type FaultsChange, readFaults } from './faults.ts';
import { faultsOf, type Network } from './network.ts';
import { getPhone } from './phones.ts';
import { reachoutLockNotice } from './restrictions.ts';

export const LINE_ACTIONS = ['drop', 'logout', 'ban', 'restore'] as const;
export type LineAction = (typeof LINE_ACTIONS)[number];

/**
 * `drop` and `ban` last until `restore`, which also clears faults. `logout` removes the companions. Throws
 * not_paired.
 */
export async function changeLine(net: Network, number: string, action: LineAction): Promise<Line> {
  getPhone(net, number);
  const connections = connectionsOf(net, number);
  switch (action) {
    case 'drop':
      net.store.db.write(() => net.store.setLine(number, 'dropped'));
      for (const connection of connections) connection.cut();
      break;
    case 'ban':
      net.store.db.write(() => net.store.setLine(number, 'banned'));
      for (const connection of connections) connection.end(loginFailure('403'));
      break;
    case 'restore':
      net.store.db.write(() => {
        net.store.setLine(number, 'up');
        net.store.setFaults(number, '{}');
      });
      net.faultsCache.clear();
      break;
    case 'logout':
      removeCompanions(net, number, connections);
      break;
    default:
      action satisfies never;
  }
  await net.store.db.committed();
  return getPhone(net, number).line;
}

/** Changes the faults of one number, or of all (null), and returns them. */
export async function changeFaults(
  net: Network,
  number: string | null,
  change: FaultsChange,
): Promise<Faults> {
  const { close, ...lasting } = change;
  const phone = number === null ? null : getPhone(net, number);
  const before = phone ? readFaults(phone.faults) : faultsOf(net, null);
  const given = Object.fromEntries(Object.entries(lasting).filter(([, value]) => value !== undefined));
  const after = JSON.stringify({ ...before, ...given });
  net.store.db.write(() => {
    if (number === null) net.store.saveSetting('faults', Buffer.from(after));
    else net.store.setFaults(number, after);
  });
  net.faultsCache.clear();
  if (change.locked_until !== undefined) {
    for (const connection of connectionsOf(net, number)) {
      if (connection.companion) connection.send(reachoutLockNotice(net, connection.companion.number));
    }
  }
  if (close) for (const connection of connectionsOf(net, number)) connection.end(closeStanzaFor(close.code));
  await net.store.db.committed();
  return readFaults(after);
}

function removeCompanions(net: Network, number: string, connections: Connection[]): void {
  const companions = net.store.listCompanions(number);
  if (companions.length === 0) throw new SandboxError('not_paired');
  net.store.db.write(() => {
    for (const companion of companions) net.store.deleteCompanion(companion);
  });
  for (const connection of connections) connection.end(REMOVED);
}

function closeStanzaFor(code: string): BinaryNode | undefined {
  switch (code) {
    case '401':
      return REMOVED;
    case '411':
      return NOT_MULTI_DEVICE;
    case '428':
      return undefined;
    case '440':
      return REPLACED;
    default:
      return streamError(code);
  }
}

/** Null: all connections, also those in pairing. */
function connectionsOf(net: Network, number: string | null): Connection[] {
  return [...net.connections].filter(
    (connection) => number === null || connection.companion?.number === number,
  );
}
