import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldErrorsOf, issueText } from '../check-fields.ts';
import { ApiError } from '../errors.ts';

/** An invalid path parameter is 404; other errors are 422 with field errors. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    // An absent body is null here.
    const given = httpPart === 'body' ? (data ?? {}) : data;
    const parsed = schema.safeParse(given, { error: issueText });
    if (parsed.success) return { value: parsed.data };
    return {
      error: httpPart === 'params' ? new ApiError('not_found') : fieldErrorsOf(parsed.error, httpPart),
    };
  };
};
