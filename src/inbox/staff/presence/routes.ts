import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { callerOf } from '../staff-caller.ts';
import { listPresences, type Present, setPresence } from './presence.ts';
import { SetPresence, UserPresences } from './schema.ts';

const tags = ['Staff'];
const response = { 200: UserPresences.describe('The active users of the account.') };

/** Who is there. */
export function presenceRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/users/presence', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listPresences',
      summary: 'List who is there',
      description: 'Lists the active users of the account with their presence.',
      response,
    },
    handler: async ({ account }) => ({ data: (await listPresences(ctx, account.id)).map(viewPresence) }),
  });

  http.put('/app/api/me/presence', {
    config: { staff: 'agent', errors: [] },
    schema: {
      tags,
      operationId: 'setPresence',
      summary: 'Say whether you are available',
      description: 'Without it, a user is available. Automatic assignments go to users who are present.',
      body: SetPresence,
      response,
    },
    handler: async (request) => {
      await setPresence(ctx, request.account, callerOf(request), request.body.state);
      return { data: (await listPresences(ctx, request.account.id)).map(viewPresence) };
    },
  });
}

const viewPresence = ({ user_uuid, name, state, present, seen_at, teams }: Present) => ({
  id: user_uuid,
  name,
  state,
  present,
  teams: teams.map((team) => team.name),
  seen_at: seen_at?.toISOString() ?? null,
});
