import type { Context } from '../../context.ts';
import type { Http } from '../../lib/http/http.ts';
import { callerOf } from '../staff-caller.ts';
import { getMe } from './me.ts';
import { Me } from './schema.ts';

const tags = ['Staff'];

export function meRoutes(http: Http, ctx: Context): void {
  http.get(
    '/app/api/me',
    {
      config: { staff: 'agent', errors: [] },
      schema: {
        tags,
        operationId: 'getMe',
        summary: 'Get the user of the session',
        response: { 200: Me.describe('The user.') },
      },
    },
    async (request) => getMe(ctx, request.account, callerOf(request).id),
  );
}
