import type { FastifyInstance } from 'fastify';
import { networkRoutes } from './network-routes.ts';
import { phoneMessageRoutes } from './phone-message-routes.ts';
import { phoneRoutes } from './phone-routes.ts';
import type { Network } from './whatsapp/network.ts';

export interface Addresses {
  whatsapp_url: string;
  graph_url: string;
  trust_root: string;
}

/** Mounts `/sandbox`, the control of the phone network. */
export async function controlRoutes(
  http: FastifyInstance,
  { net, addresses }: { net: Network; addresses: () => Addresses },
): Promise<void> {
  http.get('/sandbox', async () => addresses());
  phoneRoutes(http, net);
  phoneMessageRoutes(http, net);
  networkRoutes(http, net);
}
