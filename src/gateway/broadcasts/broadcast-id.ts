import { ApiError } from '../../platform/lib/errors.ts';

/** A malformed id gets the answer of an unknown one. */
export function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError('broadcast_not_found');
  return Number(text);
}
