import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldErrorsOf, issueText } from '../check-fields.ts';
import { ApiError } from '../errors.ts';

/** An invalid path parameter is 404; other errors are 422 with field errors. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    // An absent body is null here.
    const given = httpPart === 'body' ? (data ?? {}) : data;
    const parsed = parse(schema, given);
    if (parsed.success) return { value: parsed.data };
    return {
      error: httpPart === 'params' ? new ApiError('not_found') : fieldErrorsOf(parsed.error, httpPart),
    };
  };
};

/** Zod compares the `length` of any value, and fails when this is an object with an own `toString`. */
function parse(schema: z.ZodType, given: unknown) {
  try {
    return schema.safeParse(given, { error: issueText });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return schema.safeParse(withoutLength(given), { error: issueText });
  }
}

function withoutLength(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLength);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).filter(([name]) => name !== 'length');
  return Object.fromEntries(parts.map(([name, part]) => [name, withoutLength(part)]));
}
