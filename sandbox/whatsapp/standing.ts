import { randomUUID } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import { faultsOf, type Network } from './network.ts';
import { element, FROM_SERVER, protocolTime } from './node.ts';

/** What a client learns when it asks whether it is restricted or capped. */
export function standing(net: Network, number: string): Record<string, unknown> {
  return {
    xwa2_fetch_account_reachout_timelock: lockOf(net, number),
    xwa2_message_capping_info: { is_capped: false },
  };
}

/** The word that the server has about a lock without being asked. */
export function lockNotice(net: Network, number: string): BinaryNode {
  const data = { xwa2_notify_account_reachout_timelock: lockOf(net, number) };
  const attrs = { from: FROM_SERVER, type: 'mex', id: randomUUID(), t: protocolTime(net.now()) };
  return element('notification', attrs, [
    element(
      'update',
      { op_name: 'NotificationUserReachoutTimelockUpdate' },
      Buffer.from(JSON.stringify({ data })),
    ),
  ]);
}

/** '0': the server does not say when it ends. */
function lockOf(net: Network, number: string) {
  const { ack_error, locked_until } = faultsOf(net, number);
  const until = locked_until === null ? null : new Date(locked_until);
  const isLocked = until !== null && until > net.now();
  return {
    is_active: isLocked || ack_error === '463',
    time_enforcement_ends: isLocked ? protocolTime(until) : '0',
    enforcement_type: 'DEFAULT',
  };
}
