import type { Config } from '../config.ts';

/** What tenants' URLs may reach. */
interface Reach {
  /** Private networks, on every port. */
  allowNetworks: readonly string[];
  /** At public addresses. */
  ports: readonly number[];
}

/** As the settings say. With the sandbox on this machine too: receivers here are what people try it with. */
export function reachOf(config: Config): Reach {
  const loopback = config.KURIR_SANDBOX === 'on' ? ['127.0.0.0/8', '::1/128'] : [];
  return { allowNetworks: config.KURIR_ALLOW_NETWORKS ?? loopback, ports: config.KURIR_ALLOW_PORTS };
}
