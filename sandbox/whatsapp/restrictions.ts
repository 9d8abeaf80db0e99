import { randomUUID } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import { faultsOf, type Network } from './network.ts';
import { element, FROM_SERVER, protocolTime } from './node.ts';

/** Answers the query for restrictions of the account. */
export function accountRestrictions(net: Network, number: string): Record<string, unknown> {
  return {
    xwa2_fetch_account_reachout_timelock: reachoutLock(net, number),
    xwa2_message_capping_info: { is_capped: false },
  };
}

/** Notifies a client of a changed lock. */
export function reachoutLockNotice(net: Network, number: string): BinaryNode {
  const data = { xwa2_notify_account_reachout_timelock: reachoutLock(net, number) };
  const attrs = { from: FROM_SERVER, type: 'mex', id: randomUUID(), t: protocolTime(net.now()) };
  return element('notification', attrs, [
    element(
      'update',
      { op_name: 'NotificationUserReachoutTimelockUpdate' },
      Buffer.from(JSON.stringify({ data })),
    ),
  ]);
}

/** '0' means an unknown end. */
function reachoutLock(net: Network, number: string) {
  const { ack_error, locked_until } = faultsOf(net, number);
  const until = locked_until === null ? null : new Date(locked_until);
  const isLocked = until !== null && until > net.now();
  return {
    is_active: isLocked || ack_error === '463',
    time_enforcement_ends: isLocked ? protocolTime(until) : '0',
    enforcement_type: 'DEFAULT',
  };
}
