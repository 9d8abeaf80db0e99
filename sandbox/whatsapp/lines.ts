import type { BinaryNode } from 'baileys';
import { SandboxError } from '../errors.ts';
import type { Line } from '../store.ts';
import type { Connection } from './connection.ts';
import { failure, NOT_MULTI_DEVICE, REMOVED, REPLACED, streamError } from './farewells.ts';
import { type Faults, type FaultsChange, readFaults } from './faults.ts';
import { faultsOf, type Network } from './network.ts';
import { getPhone } from './phones.ts';
import { lockNotice } from './standing.ts';

/** What can be done to the companion devices of a number. */
export const LINE_ACTIONS = ['drop', 'logout', 'ban', 'restore'] as const;
export type LineAction = (typeof LINE_ACTIONS)[number];

/**
 * - drop: the lines are cut and every new connection is cut too, until restore.
 * - logout: the companions are removed on the phone; they have to be paired anew. Throws not_paired when there is none.
 * - ban: the lines are refused with 403, now and at every login, until restore.
 * - restore: the network treats the number normally again, all its faults are forgotten; removed devices stay removed.
 */
export async function changeLine(net: Network, number: string, action: LineAction): Promise<Line> {
  getPhone(net, number);
  const lines = linesOf(net, number);
  switch (action) {
    case 'drop':
      net.store.db.write(() => net.store.setLine(number, 'dropped'));
      for (const line of lines) line.cut();
      break;
    case 'ban':
      net.store.db.write(() => net.store.setLine(number, 'banned'));
      for (const line of lines) line.end(failure('403'));
      break;
    case 'restore':
      net.store.db.write(() => {
        net.store.setLine(number, 'up');
        net.store.setFaults(number, '{}');
      });
      net.knownFaults.clear();
      break;
    case 'logout':
      removeCompanions(net, number, lines);
      break;
    default:
      action satisfies never;
  }
  await net.store.db.committed();
  return getPhone(net, number).line;
}

/** Changes the trouble of one number, or of everyone (null), and makes the one-time trouble happen. Returns all of it. */
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
  net.knownFaults.clear();
  if (change.locked_until !== undefined) {
    for (const line of linesOf(net, number)) {
      if (line.companion) line.send(lockNotice(net, line.companion.number));
    }
  }
  if (close) for (const line of linesOf(net, number)) line.end(lastWordFor(close.code));
  await net.store.db.committed();
  return readFaults(after);
}

function removeCompanions(net: Network, number: string, lines: Connection[]): void {
  const companions = net.store.listCompanions(number);
  if (companions.length === 0) throw new SandboxError('not_paired');
  net.store.db.write(() => {
    for (const companion of companions) net.store.deleteCompanion(companion);
  });
  for (const line of lines) line.end(REMOVED);
}

/** The last word that makes a client see this code; undefined when hanging up says it. */
function lastWordFor(code: string): BinaryNode | undefined {
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

/** The open lines of one number; without a number all connections, those that are pairing included. */
function linesOf(net: Network, number: string | null): Connection[] {
  return [...net.connections].filter(
    (connection) => number === null || connection.companion?.number === number,
  );
}
