import swagger from '@fastify/swagger';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { EventDefinition } from '../../gateway/events/event.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { tidyComponents } from './components.ts';
import { describeEvents } from './events.ts';
import { INFO, TAGS } from './introduction.ts';
import { type Document, METHODS, operationsOf, type PathItem } from './open-api.ts';
import { completeOperation, type DocumentedRoute } from './operation.ts';
import { refusalSchemas } from './refusals.ts';

/** As `src/inbox/staff/twins.ts` registers them. */
const STAFF = '/app/api/';

const START = {
  openapi: '3.1.0',
  info: INFO,
  servers: [{ url: '/', description: 'The gateway that serves this document' }],
  components: { securitySchemes: { apiKey: { type: 'http' as const, scheme: 'bearer' } } },
  security: [{ apiKey: [] }],
};

/** Whose routes a document has: those below /v1 for keys, or those below /app/api for users. */
export type Audience = 'keys' | 'staff';

/**
 * Collects all routes that are registered afterwards. The result builds the document once, when the server is
 * ready.
 */
export function documentRoutes(
  http: Http,
  events: readonly EventDefinition[],
  audience: Audience = 'keys',
): () => Document {
  const routes = new Map<string, DocumentedRoute>();
  http.addHook('onRoute', ({ method, url, config, schema, bodyLimit }) => {
    for (const each of [method].flat()) {
      routes.set(nameOf(each, url), { method: each, url, config, schema, bodyLimit });
    }
  });
  // `register` waits until boot, but the hook must exist before the first route.
  swagger(
    http,
    {
      openapi: START,
      convertConstToEnum: false,
      stripBasePath: false,
      transform: (route) => {
        const isHidden = route.url.startsWith(STAFF) !== (audience === 'staff');
        return jsonSchemaTransform(isHidden ? { ...route, schema: { ...route.schema, hide: true } } : route);
      },
      transformObject: jsonSchemaTransformObject,
    },
    () => {},
  );
  let document: Document | null = null;
  return () => {
    // With `openapi` in its settings, the plugin returns only this type.
    document ??= complete(http.swagger() as unknown as Document, routes, events);
    return document;
  };
}

/** One name for `/v1/devices/:uuid` of Fastify and `/v1/devices/{uuid}` of OpenAPI. */
function nameOf(method: string, url: string): string {
  return `${method.toUpperCase()} ${url.replace(/:(\w+)/g, '{$1}')}`;
}

function complete(
  collected: Document,
  routes: ReadonlyMap<string, DocumentedRoute>,
  events: readonly EventDefinition[],
): Document {
  const document = structuredClone(collected);
  const schemas = { ...document.components.schemas, ...refusalSchemas() };
  document.components = { ...document.components, schemas };
  document.webhooks = describeEvents(events, schemas);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const [operation, route] = [item[method], routes.get(nameOf(method, path))];
      if (operation && route) completeOperation(document, operation, route);
    }
  }
  document.paths = inOrder(document.paths);
  const used = new Set(operationsOf(document).flatMap((operation) => operation.tags ?? []));
  document.tags = TAGS.filter(({ name }) => used.has(name));
  return tidyComponents(document);
}

/** By tag, then by registration. */
function inOrder(paths: Document['paths']): Document['paths'] {
  const rank = (item: PathItem) => {
    const tag = METHODS.flatMap((method) => item[method]?.tags ?? [])[0];
    const index = TAGS.findIndex(({ name }) => name === tag);
    return index === -1 ? TAGS.length : index;
  };
  return Object.fromEntries(Object.entries(paths).sort(([, one], [, other]) => rank(one) - rank(other)));
}
