import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldErrorsOf, issueText } from '../check-fields.ts';
import { ApiError } from '../errors.ts';

/** Path: 404; other errors: 422 with fields. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const given = httpPart === 'body' ? (data ?? {}) : data;
    const parsed = parse(schema, given);
    if (parsed.success) return { value: parsed.data };
    return {
      error: httpPart === 'params' ? new ApiError('not_found') : fieldErrorsOf(parsed.error, httpPart),
    };
  };
};

/** Zod fails on an object as `length`. */
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
