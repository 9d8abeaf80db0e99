import type { FastifyInstance } from 'fastify';
import { type Cloud, saveApp } from '../cloud.ts';
import { appRoutes } from './app-routes.ts';
import { chatRoutes } from './chat-routes.ts';
import { coexistenceRoutes } from './coexistence-routes.ts';
import { faultRoutes } from './fault-routes.ts';
import { numberRoutes } from './number-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** The gateway sends its webhook URL with every call that it forwards. */
const CALLBACK_HEADER = 'x-sandbox-callback';

/** Mounts `/sandbox/cloud`, the control of the simulated provider. */
export async function cloudControlRoutes(scope: FastifyInstance, cloud: Cloud): Promise<void> {
  scope.addHook('onRequest', async (request) => {
    const url = request.headers[CALLBACK_HEADER];
    if (typeof url !== 'string' || url === cloud.app.callback_url || !URL.canParse(url)) return;
    cloud.app.callback_url = url;
    saveApp(cloud);
  });
  appRoutes(scope, cloud);
  numberRoutes(scope, cloud);
  chatRoutes(scope, cloud);
  reportRoutes(scope, cloud);
  coexistenceRoutes(scope, cloud);
  faultRoutes(scope, cloud);
  webhookRoutes(scope, cloud);
}
