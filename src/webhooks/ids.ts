import { ApiError, type ApiErrorCode } from '../lib/errors.ts';

/** The id that a path names. What is no id of ours is simply unknown: throws `code`. */
export function parseId(text: string, code: ApiErrorCode): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError(code);
  return Number(text);
}
