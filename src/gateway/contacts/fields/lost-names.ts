import type { FastifyRequest } from 'fastify';
import { FieldErrors } from '../../../platform/lib/errors.ts';

/** No JSON body keeps this key. */
const LOST = '__proto__';

/** Before the handler: refuses a value that the body has lost. FieldErrors for the first one. */
export async function refuseLostNames({ bodyAsWritten: body }: FastifyRequest): Promise<void> {
  const { contacts } = (body ?? {}) as { contacts?: unknown };
  const index = Array.isArray(contacts) ? contacts.findIndex(hasLost) : -1;
  if (index === -1 && !hasLost(body)) return;
  const path = index === -1 ? 'fields' : `contacts.${index}.fields`;
  throw new FieldErrors({ [`${path}.${LOST}`]: ['is no field: GET /v1/contact-fields lists them'] });
}

function hasLost(contact: { fields?: unknown } | null): boolean {
  const fields = contact?.fields;
  return typeof fields === 'object' && fields !== null && Object.hasOwn(fields, LOST);
}
