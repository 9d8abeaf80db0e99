import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { findQuietHours, setQuietHours } from './quiet-hours.ts';
import { QuietHoursOfAccount, SetQuietHours } from './schema.ts';

const tags = ['Broadcasts'];
const response = { 200: QuietHoursOfAccount.describe('The quiet hours.') };

/** Extensions of the contract. */
export function quietHoursRoutes(http: Http, ctx: Context): void {
  const show = async (account: { id: number }) => ({ quiet_hours: await findQuietHours(ctx.db, account) });

  http.get('/v1/quiet-hours', {
    config: { errors: [] },
    schema: {
      tags,
      operationId: 'getQuietHours',
      summary: 'Get the quiet hours of broadcasts',
      description: 'Broadcasts that are created without `quiet_hours` send nothing in these hours.',
      response,
    },
    handler: ({ account }) => show(account),
  });

  http.put('/v1/quiet-hours', {
    config: { errors: [] },
    schema: {
      tags,
      operationId: 'setQuietHours',
      summary: 'Set the quiet hours of broadcasts',
      description: 'For broadcasts that are created later without `quiet_hours`. Others keep theirs.',
      body: SetQuietHours,
      response,
    },
    handler: async (request) => {
      await setQuietHours(onBehalfOf(ctx, request), request.account, request.body.quiet_hours);
      return show(request.account);
    },
  });
}
