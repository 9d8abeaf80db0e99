import type { Config } from '../config.ts';

/** For URLs of customers. */
interface Reach {
  /** Open on every port, also when private. */
  allowNetworks: readonly string[];
  /** Open on public addresses. */
  ports: readonly number[];
}

/** With the sandbox, loopback is open for test receivers of webhooks. */
export function reachOf(config: Config): Reach {
  const loopback = config.KURIR_SANDBOX === 'on' ? ['127.0.0.0/8', '::1/128'] : [];
  return { allowNetworks: config.KURIR_ALLOW_NETWORKS ?? loopback, ports: config.KURIR_ALLOW_PORTS };
}
