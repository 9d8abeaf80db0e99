import type { Config } from '../config.ts';
import type { AccountKind } from '../platform/accounts/account.ts';

/** For URLs of customers. */
interface Reach {
  /** On every port, also private ones. */
  allowNetworks: readonly string[];
  /** Open on public addresses. */
  ports: readonly number[];
}

const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * With the sandbox, loopback is open for test receivers of sandbox accounts. Customers of live accounts must not reach
 * programs of this machine.
 */
export function reachOf(config: Config, kind: AccountKind): Reach {
  const standard = config.KURIR_SANDBOX === 'on' && kind === 'sandbox' ? LOOPBACK : [];
  return { allowNetworks: config.KURIR_ALLOW_NETWORKS ?? standard, ports: config.KURIR_ALLOW_PORTS };
}
