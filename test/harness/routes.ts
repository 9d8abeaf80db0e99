import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { knownFieldsOf } from '../../src/platform/lib/http/known-fields.ts';

export interface Route {
  method: string;
  /** As registered: `/v1/devices/:uuid`. */
  url: string;
  /** What a caller can fill in: the parameters of the path, and the fields on top of the query and the body. */
  fields: { path: string[]; query: string[]; body: string[] };
  /** Routes with the same text read a value at this place by the same schema; handlers may check it further. */
  parserOf(place: 'path' | 'query' | 'body', name: string): string;
  /** The refusals it names for the API reference; undefined when it forgot to. */
  errors?: readonly string[] | undefined;
  /** A GET with an effect. */
  changesState?: boolean | undefined;
  /** In bytes. Undefined: the ordinary one. */
  bodyLimit?: number | undefined;
  /** Undefined: the ordinary one. */
  lane?: string | undefined;
  /** The least role that may call it below /app/api. */
  staff?: string | undefined;
  /** What its body has to do with messages, and the fields of the body. */
  sends?: string | undefined;
  known: string[];
  /** Statuses of success that its schema has. */
  successes: number[];
  /** What of it asks a user for a recent proof. */
  asksProof?: true | 'handler' | readonly string[] | undefined;
}

const ROUTES = new WeakMap<object, Route[]>();

// Fastify announces each new server before any route is registered. Production code needs no hook for tests.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }; // the channel's documented message
  const routes: Route[] = [];
  ROUTES.set(fastify, routes);
  fastify.addHook('onRoute', ({ method, url, schema, config, bodyLimit }) => {
    const path = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const { errors, changesState, lane, staff, sends, asksProof } = config ?? {};
    for (const each of [method].flat()) {
      routes.push({
        ...{ method: each, url, errors, changesState, lane, staff, sends, asksProof, bodyLimit },
        successes: Object.keys(schema?.response ?? {}).flatMap((status) =>
          /^20[0-4]$/.test(status) ? Number(status) : [],
        ),
        // Most tests never ask for the fields, and finding them is half of the time of opening a server.
        get fields() {
          return { path, query: fieldsOf(schema?.querystring), body: fieldsOf(schema?.body) };
        },
        parserOf(place, name) {
          const parts = { path: schema?.params, query: schema?.querystring, body: schema?.body };
          return `${place} ${name in wholeOf(parts[place]) ? JSON.stringify(wholeOf(parts[place])[name]) : url}`;
        },
        get known() {
          // All schemas of Kurir are of Zod.
          return [...knownFieldsOf(schema?.body as z.ZodType | undefined).keys()];
        },
      });
    }
  });
});

/** All routes of a server that was created after this file was loaded, in order. Each GET has a HEAD. */
export function routesOf(http: object): Route[] {
  const routes = ROUTES.get(http);
  if (!routes) throw new Error('This server was created before the harness began to listen.');
  return routes;
}

function fieldsOf(schema: unknown): string[] {
  if (!(schema instanceof z.ZodType)) return [];
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return [...new Set(fieldsIn(whole, whole.$defs ?? {}))];
}

/** The fields on top. */
function wholeOf(schema: unknown): Record<string, unknown> {
  if (!(schema instanceof z.ZodType)) return {};
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {};
}

type Part = Pick<z.core.JSONSchema.BaseSchema, '$ref' | 'properties' | 'anyOf' | 'oneOf' | 'allOf'>;

/** A schema with an id stands among the definitions. */
function fieldsIn(part: Part, definitions: Record<string, Part>): string[] {
  const named = definitions[part.$ref?.replace('#/$defs/', '') ?? ''];
  const parts = [named ?? [], part.anyOf ?? [], part.oneOf ?? [], part.allOf ?? []].flat();
  return [...Object.keys(part.properties ?? {}), ...parts.flatMap((each) => fieldsIn(each, definitions))];
}
