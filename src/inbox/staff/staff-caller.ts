import type { FastifyRequest } from 'fastify';
import type { StaffCaller } from '../../platform/accounts/account.ts';
import { ApiError } from '../../platform/lib/errors.ts';

/** The user of a route for staff alone. */
export function callerOf({ staff }: Pick<FastifyRequest, 'staff'>): StaffCaller {
  if (staff === null) throw new ApiError('login_required');
  return staff;
}
