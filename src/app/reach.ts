import type { Config } from '../config.ts';

/** Addresses that URLs of tenants may reach. */
interface Reach {
  /** Private networks; every port is allowed there. */
  allowNetworks: readonly string[];
  /** Ports at public addresses. */
  ports: readonly number[];
}

/** The reach of the settings. With the sandbox on, loopback is included: webhooks are tried with receivers there. */
export function reachOf(config: Config): Reach {
  const loopback = config.KURIR_SANDBOX === 'on' ? ['127.0.0.0/8', '::1/128'] : [];
  return { allowNetworks: config.KURIR_ALLOW_NETWORKS ?? loopback, ports: config.KURIR_ALLOW_PORTS };
}
