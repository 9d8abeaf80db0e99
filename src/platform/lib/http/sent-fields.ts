import type { RouteOptions } from 'fastify';
import type { z } from 'zod';
import { FieldErrors } from '../errors.ts';
import { findUnknownFields, type KnownFields, knownFieldsOf } from './known-fields.ts';

/**
 * - message: the body says what is sent, and to whom.
 * - later: the body has texts that other events send, or shows what would be sent.
 * - recipients: the body describes recipients. Nothing is sent, so that unknown fields do no harm.
 */
export type Sends = 'message' | 'later' | 'recipients';

/** They change neither what is sent nor to whom, so that a call which does not know them may ignore them. */
const HARMLESS: ReadonlySet<string> = new Set(['actor', 'email', 'name', 'phone']);
const MAX_ERRORS = 50;
const MAX_CALLS = 3;

/**
 * The fields that say what is sent, of all calls that send. Without such a field a call would send something else than
 * its caller means, so it is a field error where it is not known.
 */
export class SentFields {
  readonly #bodies: { call: string; schema: z.ZodType }[] = [];
  #calls: Map<string, string[]> | null = null;

  add({ method, url, config }: RouteOptions, schema: z.ZodType): void {
    const { sends } = config ?? {};
    if (sends === undefined || sends === 'later' || !url.startsWith('/v1/')) return;
    this.#bodies.push({ call: `${method} ${url.replace(/:(\w+)/g, '{$1}')}`, schema });
  }

  /** Field errors of a body of a call that sends; null without any. */
  problemOf(body: object, known: KnownFields): FieldErrors | null {
    this.#calls ??= this.#read();
    const calls = this.#calls;
    // Some clients write null for what they do not use.
    const isWanted = (name: string, value: unknown) => value !== null && calls.has(name);
    const found = findUnknownFields(body, known, { max: MAX_ERRORS, isWanted });
    if (found === null) return null;
    const textOf = (path: string) => {
      const names = calls.get(path.slice(path.lastIndexOf('.') + 1)) ?? [];
      return `is not known here and would be lost: it belongs to ${names.slice(0, MAX_CALLS).join(', ')}`;
    };
    return new FieldErrors(Object.fromEntries(found.map((path) => [path, [textOf(path)]])));
  }

  #read(): Map<string, string[]> {
    const calls = new Map<string, string[]>();
    for (const { call, schema } of this.#bodies) {
      for (const name of knownFieldsOf(schema).keys()) {
        if (!HARMLESS.has(name)) calls.set(name, [...(calls.get(name) ?? []), call]);
      }
    }
    return calls;
  }
}
