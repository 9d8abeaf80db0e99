import type { ApiErrorCode } from './error-codes.ts';
import { ApiError } from './errors.ts';

/** Of a path. A malformed id gets the answer of an unknown one. */
export function rowIdOf(text: string, unknown: ApiErrorCode): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError(unknown);
  return Number(text);
}
