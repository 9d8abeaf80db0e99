import type { FastifyRequest, preValidationHookHandler } from 'fastify';
import type { z } from 'zod';
import { FieldErrors } from '../errors.ts';
import type { Log } from '../log.ts';
import { smallCache } from '../small-cache.ts';
import { isBodyError } from './body.ts';
import { findUnknownFields, type KnownFields, knownFieldsOf } from './known-fields.ts';
import { SentFields } from './sent-fields.ts';
import type { Http } from './server.ts';

/** One more than the header names. */
const ALL = { max: 6, isWanted: () => true };
const MAX_NAMED = 5;
const MAX_NAME = 40;
const MAX_ACCOUNTS = 1_000;
const MAX_LINES = 50;
/** Without `device_uuid`, the call would be for all devices. */
const [SINGLE, LIST] = ['device_uuid', 'device_uuids'];
/** The log holds no other text of a caller. */
const FIELD_NAME = /^(?!kurir_)[a-z]\w*(\.\w+)*$/;

interface Schemas {
  body?: z.ZodType;
  querystring?: z.ZodType;
}

/**
 * A header names ignored fields of bodies and queries; the log, once per account and route. Field errors: a device in
 * place of a list, and SentFields. For later routes.
 */
export function warnOfUnknownFields(http: Http, log: Log): void {
  const logged = smallCache<number, Set<string>>(MAX_ACCOUNTS);
  const sent = new SentFields();

  http.addHook('onRoute', (route) => {
    const { body: bodySchema, querystring } = (route.schema ?? {}) as Schemas;
    const inBody = ({ body, bodyAsWritten }: FastifyRequest): string[] | null =>
      typeof body !== 'object' || body === null || isBodyError(body)
        ? null
        : findUnknownFields(bodyAsWritten ?? body, knownFieldsOf(bodySchema), ALL);
    const inQuery = ({ query }: FastifyRequest): string[] | null =>
      typeof query !== 'object' || query === null
        ? null
        : findUnknownFields(query, knownFieldsOf(querystring), ALL);
    const find = hasBody(route.method) ? inBody : inQuery;
    const noun = hasBody(route.method) ? 'field' : 'parameter';
    const { sends } = route.config ?? {};
    if (bodySchema) sent.add(route, bodySchema);
    const refuse: preValidationHookHandler = (request, reply, done) => {
      const unknown = find(request);
      if (unknown !== null) {
        const names = unknown.map(printable);
        void reply.header('x-kurir-warning', warningOf(noun, names));
        note(request.caller?.account.id, `${request.method} ${route.url}`, names);
      }
      if (isSingle(request.body, knownFieldsOf(bodySchema))) return done(singleDevice());
      const isRefused = unknown !== null && sends !== undefined && sends !== 'recipients';
      done((isRefused && lostField(request, knownFieldsOf(bodySchema))) || undefined);
    };
    // Before the validation, which drops unknown fields, and before other work.
    route.preValidation = [refuse, route.preValidation ?? []].flat();
  });

  function lostField(request: FastifyRequest, known: KnownFields): FieldErrors | null {
    const problem = sent.problemOf((request.bodyAsWritten ?? request.body) as object, known);
    if (problem === null || request.routeOptions.attachValidation !== true) return problem;
    Object.assign(request, { validationError: problem });
    return null;
  }

  function note(accountId: number | undefined, route: string, fields: readonly string[]): void {
    if (accountId === undefined) return;
    const lines = logged.get(accountId) ?? new Set();
    logged.set(accountId, lines);
    for (const field of fields) {
      const line = `${route} ${field}`;
      if (lines.size >= MAX_LINES || lines.has(line) || !FIELD_NAME.test(field)) continue;
      lines.add(line);
      log.warn({ account_id: accountId, route, field }, 'http.unknown_field');
    }
  }
}

function isSingle(body: unknown, known: KnownFields): boolean {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, SINGLE)) return false;
  return known.has(LIST) && !known.has(SINGLE);
}

const singleDevice = () => new FieldErrors({ [SINGLE]: [`is not known: use ${LIST}, a list`] });

function hasBody(method: string | string[]): boolean {
  return [method].flat().some((each) => each !== 'GET' && each !== 'HEAD');
}

function warningOf(noun: 'field' | 'parameter', found: readonly string[]): string {
  const names = found.slice(0, MAX_NAMED).map((name) => `"${name}"`);
  const more = found.length > MAX_NAMED ? ' and more' : '';
  return `unknown ${found.length === 1 ? noun : `${noun}s`} ${names.join(', ')}${more}`;
}

/** A header holds no other characters. */
function printable(name: string): string {
  const text = name.replace(/[^\x20-\x7e]|["\\]/g, '?');
  return text.length > MAX_NAME ? `${text.slice(0, MAX_NAME)}...` : text;
}
