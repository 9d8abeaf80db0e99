import type { RouteOptions } from 'fastify';
import type { z } from 'zod';
import { FieldErrors } from '../errors.ts';
import { findUnknownFields, type KnownFields, knownFieldsOf } from './known-fields.ts';

/** message: the body says what is sent. later: texts of other events, or a preview. recipients: nothing is sent. */
export type Sends = 'message' | 'later' | 'recipients';

/** A call may ignore them: what is sent stays the same. */
const HARMLESS: ReadonlySet<string> = new Set(['actor', 'email', 'name', 'phone']);
const MAX_ERRORS = 50;
const MAX_CALLS = 3;

/** An unknown one is a field error: something else than meant would be sent. */
export class SentFields {
  readonly #bodies: { call: string; schema: z.ZodType }[] = [];
  #calls: Map<string, string[]> | null = null;

  add({ method, url, config }: RouteOptions, schema: z.ZodType): void {
    const { sends } = config ?? {};
    if (sends === undefined || sends === 'later' || !url.startsWith('/v1/')) return;
    this.#bodies.push({ call: `${method} ${url.replace(/:(\w+)/g, '{$1}')}`, schema });
  }

  problemOf(body: object, known: KnownFields): FieldErrors | null {
    this.#calls ??= this.#read();
    const calls = this.#calls;
    // Some clients write null for unused fields.
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
