import type { Config } from '../config.ts';

/** The private networks that tenants' URLs may reach. With the sandbox on this machine too: receivers here are what people try it with. */
export function allowedNetworks(config: Config): readonly string[] {
  return config.KURIR_ALLOW_NETWORKS ?? (config.KURIR_SANDBOX === 'on' ? ['127.0.0.0/8', '::1/128'] : []);
}
