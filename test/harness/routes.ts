import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

export interface Route {
  method: string;
  /** As registered: `/v1/devices/:uuid`. */
  url: string;
  /** The refusals it names for the API reference; undefined when it forgot to. */
  errors?: readonly string[] | undefined;
}

const ROUTES = new WeakMap<object, Route[]>();

// Fastify announces each new server before anything is registered on it: nothing in the product has to know that tests are curious.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }; // the channel's documented message
  const routes: Route[] = [];
  ROUTES.set(fastify, routes);
  fastify.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) routes.push({ method: each, url, errors: config?.errors });
  });
});

/** Every route of a server that was created after this file was loaded, in the order of registration; HEAD beside each GET. */
export function routesOf(http: object): Route[] {
  const routes = ROUTES.get(http);
  if (!routes) throw new Error('This server was created before the harness began to listen.');
  return routes;
}
