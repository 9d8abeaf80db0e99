import { isDatabaseUnavailable, isDiskFull } from '../db/unavailable.ts';
import { ApiError, FieldErrors } from '../errors.ts';

export interface Problem {
  status: number;
  body: { error: string; message: string } | { message: string; errors: Record<string, string[]> };
  headers: Record<string, string>;
}

/** Hides internal errors: 500, or 503 without database or disk. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) {
    return {
      status: error.status,
      body: { error: error.code, message: error.message, ...error.fields },
      headers: headersOf(error),
    };
  }
  if (error instanceof FieldErrors) {
    return { status: 422, body: { message: error.message, errors: error.errors }, headers: {} };
  }
  const mayPass = isDatabaseUnavailable(error) || isDiskFull(error);
  return problemOf(new ApiError(mayPass ? 'service_unavailable' : 'internal_error'));
}

function headersOf(error: ApiError): Record<string, string> {
  if (error.code === 'invalid_api_key' || error.code === 'invalid_visitor_token')
    return { 'www-authenticate': 'Bearer' };
  // `Basic` would open a browser's dialog.
  if (error.status === 401) return { 'www-authenticate': 'Cookie' };
  if (error.retryAfter !== null) return { 'retry-after': String(error.retryAfter) };
  if (error.code === 'service_unavailable') return { 'retry-after': '1' };
  if (error.code === 'storage_low') return { 'retry-after': '60' };
  return {};
}
