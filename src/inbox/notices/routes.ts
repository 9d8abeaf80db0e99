import type { Context } from '../../context.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { callerOf } from '../staff/staff-caller.ts';
import { getNotices, setNotices, turnPushOff, turnPushOn } from './notice.ts';
import { Notices, SetNotices, SubscribeBrowser } from './schema.ts';

const tags = ['Staff'];
const response = { 200: Notices.describe('The settings of the user.') };

/** What a user is notified while not looking: for users alone. */
export function noticeRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/me/notices', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: { tags, operationId: 'getNotices', summary: 'Get what you are notified, and how', response },
    handler: (request) => getNotices(ctx, callerOf(request)),
  });

  http.put('/app/api/me/notices', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'setNotices',
      summary: 'Set what you are notified, and how',
      description: 'Kinds that your role may not get are ignored.',
      body: SetNotices,
      response,
    },
    handler: async (request) => {
      await setNotices(ctx, request.account, callerOf(request), request.body);
      return getNotices(ctx, callerOf(request));
    },
  });

  http.put('/app/api/me/browser', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'turnPushOn',
      summary: 'Turn on push in this browser',
      description: 'It ends with the session, or when the push service says that the browser is gone.',
      body: SubscribeBrowser,
      response,
    },
    handler: async (request) => {
      await turnPushOn(ctx, request.account, callerOf(request), request.body);
      return getNotices(ctx, callerOf(request));
    },
  });

  http.delete('/app/api/me/browser', {
    config: { staff: 'agent', errors: [] },
    schema: { tags, operationId: 'turnPushOff', summary: 'Turn off push in this browser', response },
    handler: async (request) => {
      await turnPushOff(ctx, callerOf(request));
      return getNotices(ctx, callerOf(request));
    },
  });
}
