import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { WebSocketServer } from 'ws';
import type { Clock } from '../src/platform/lib/clock.ts';
import { systemClock } from '../src/platform/lib/clock.ts';
import type { Log } from '../src/platform/lib/log.ts';
import { controlRoutes } from './control-routes.ts';
import { Database } from './database.ts';
import { graphRoutes } from './graph/api/routes.ts';
import { cloudControlRoutes } from './graph/control/routes.ts';
import { closeCloud, openCloud } from './graph/open-cloud.ts';
import { createHttp, hasPageOrigin, refusePages, requireToken } from './http.ts';
import { mediaRoutes, openMediaStore } from './media.ts';
import { screenRoutes } from './screen/routes.ts';
import { Store } from './store.ts';
import { acceptClient } from './whatsapp/accept-client.ts';
import { loadServerIdentity } from './whatsapp/certificate.ts';
import { createNetwork, type Network } from './whatsapp/network.ts';

const HOST = '127.0.0.1';
const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const CHAT_PATH = '/ws/chat';
const MAX_FRAME_BYTES = 16 * 1024 * 1024 + 3;

export interface SandboxOptions {
  dataDir: string;
  /** 0: any free port. `kept`: the port of the last start. */
  port: number | 'kept';
  log: Log;
  controlToken: string;
  clock?: Clock;
  /** CIDRs that message links can use. Default: loopback. */
  allowNetworks?: readonly string[];
  /**
   * Pre-keys that a count reports at least. A client uploads 812 of them when there are none, and otherwise 5. Making
   * 812 takes most of the time of a pairing, so most tests say 1. Default: 0, as in the real network.
   */
  minPreKeyCount?: number;
}

export interface Sandbox {
  url: string;
  whatsappUrl: string;
  graphUrl: string;
  port: number;
  /** Base64. */
  trustRoot: string;
  stop(): Promise<void>;
}

/**
 * Starts the phone network, the Graph API and their control. Throws when the port or the folder is in use.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, log, controlToken, clock = systemClock, minPreKeyCount = 0 } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const store = new Store(new Database(path.join(dataDir, 'sandbox.db')));
  let port = 0;
  const media = openMediaStore(path.join(dataDir, 'media'), () => `${HOST}:${port}`, controlToken);
  const identity = loadServerIdentity(store, clock.now());
  const net = createNetwork({ store, log, now: () => clock.now(), identity, media, minPreKeyCount });
  const trustRoot = Buffer.from(identity.trustRoot).toString('base64');
  const addresses = () => ({
    whatsapp_url: `ws://${HOST}:${port}${CHAT_PATH}`,
    graph_url: `http://${HOST}:${port}/graph`,
    trust_root: trustRoot,
  });

  const allowNetworks = options.allowNetworks ?? LOOPBACK;
  const graphUrl = () => addresses().graph_url;
  const cloud = openCloud({ db: store.db, log, clock, folder: dataDir, allowNetworks, graphUrl });

  const http = createHttp(log);
  refusePages(http);
  await http.register(async (scope) => {
    requireToken(scope, controlToken);
    await controlRoutes(scope, { net, addresses });
  });
  await http.register(async (scope) => {
    requireToken(scope, controlToken);
    await cloudControlRoutes(scope, cloud);
    screenRoutes(scope, { net, cloud });
  });
  await http.register((scope) => mediaRoutes(scope, media, controlToken));
  await http.register((scope) => graphRoutes(scope, cloud));
  const sockets = acceptSockets(http.server, net);

  const close = async () => {
    for (const connection of net.connections) connection.cut();
    sockets.close();
    await closeCloud(cloud);
    await http.close();
    store.db.close();
  };
  try {
    port = await listen(http, options.port, store);
  } catch (error) {
    await close();
    throw error;
  }
  log.info({ port }, 'sandbox.started');

  let stopping: Promise<void> | null = null;
  return {
    url: `http://${HOST}:${port}`,
    whatsappUrl: addresses().whatsapp_url,
    graphUrl: graphUrl(),
    port,
    trustRoot,
    stop: () => (stopping ??= close()),
  };
}

function acceptSockets(server: Server, net: Network): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  sockets.on('connection', (ws) => acceptClient(net, ws));
  server.on('upgrade', (request, socket, head) => {
    const isChat = request.url?.split('?')[0] === CHAT_PATH;
    if (!isChat || hasPageOrigin(request.headers)) return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws, request));
  });
  return sockets;
}

async function listen(
  http: ReturnType<typeof createHttp>,
  wanted: number | 'kept',
  store: Store,
): Promise<number> {
  const kept = wanted === 'kept' ? store.findSetting('port') : undefined;
  const asked = wanted === 'kept' ? Number(kept ? Buffer.from(kept).toString() : 0) : wanted;
  try {
    await http.listen({ host: HOST, port: asked });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(`port ${asked} is taken: end what uses it, or give the sandbox another one`, {
        cause: error,
      });
    }
    throw error;
  }
  const address = http.server.address();
  const port = typeof address === 'object' && address ? address.port : asked;
  if (wanted === 'kept') {
    store.db.write(() => store.saveSetting('port', Buffer.from(String(port))));
    await store.db.committed();
  }
  return port;
}
