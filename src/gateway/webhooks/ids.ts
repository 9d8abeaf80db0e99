import type { ApiErrorCode } from '../../platform/lib/error-codes.ts';
import { ApiError } from '../../platform/lib/errors.ts';

/** The id in a path. Other text is an unknown id: throws `code`. */
export function parseId(text: string, code: ApiErrorCode): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError(code);
  return Number(text);
}
