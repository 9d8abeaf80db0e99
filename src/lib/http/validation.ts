import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldErrorsOf, sayIssue } from '../check-fields.ts';
import { ApiError } from '../errors.ts';

/** Checks a part of the request with its Zod schema: 422 with field errors; a path that does not fit is an unknown address. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    // An absent body arrives as null; JSON's own null was refused when it was parsed.
    const given = httpPart === 'body' ? (data ?? {}) : data;
    const parsed = schema.safeParse(given, { error: sayIssue });
    if (parsed.success) return { value: parsed.data };
    return {
      error: httpPart === 'params' ? new ApiError('not_found') : fieldErrorsOf(parsed.error, httpPart),
    };
  };
};
