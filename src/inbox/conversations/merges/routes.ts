import type { Context } from '../../../context.ts';
import { listFamily } from '../../../gateway/people/merge.ts';
import { getPerson, type PersonRow } from '../../../gateway/people/person.ts';
import type { Sight } from '../../../platform/accounts/account.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { actorOf } from '../acting.ts';
import { getConversationsOf } from '../conversation.ts';
import { mergePeople, unmergePeople } from './merge.ts';
import { MergePeople, PersonParams, PersonView, UnmergePeople } from './schema.ts';
import { viewPerson } from './view.ts';

const tags = ['Conversations'];
const response = { 200: PersonView.describe('The person.') };

/** Who is one person. An extension of the contract. */
export function personRoutes(http: Http, ctx: Context): void {
  readRoute(http, ctx);
  mergeRoutes(http, ctx);
}

async function show(ctx: Context, account: Sight, uuid: string): Promise<PersonView> {
  const person = await getPerson(ctx, account, uuid);
  await requireVisible(ctx, account, person);
  const [family, conversations] = await Promise.all([
    listFamily(ctx.db, person.id),
    getConversationsOf(ctx, account, person.id),
  ]);
  return viewPerson(person, family, conversations);
}

/** An agent sees the people who wrote to the devices that it sees. */
async function requireVisible(ctx: Context, account: Sight, person: PersonRow): Promise<void> {
  if (account.deviceIds === null) return;
  const { id } = person.merged_into === null ? person : await getPerson(ctx, account, person.merged_into);
  const conversations = await getConversationsOf(ctx, account, id);
  if (conversations.length === 0) throw new ApiError('person_not_found');
}

function readRoute(http: Http, ctx: Context): void {
  http.get('/v1/people/:id', {
    config: { staff: 'agent', lane: 'reads', errors: ['person_not_found'] },
    schema: {
      tags,
      operationId: 'getPerson',
      summary: 'Get a person',
      description:
        'Shows a person with all known numbers and ids, the conversations, and who was merged into this person.',
      params: PersonParams,
      response,
    },
    handler: ({ account, params }) => show(ctx, account, params.id),
  });
}

function mergeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/people/:id/merge', {
    config: { errors: ['merge_limit_reached', 'person_not_found'] },
    schema: {
      tags,
      operationId: 'mergePeople',
      summary: 'Merge two people',
      description:
        'Shows another person of the account as this one, and the conversations of both as one. History, labels ' +
        'and owners of both are kept. Undo it with `unmerge`.',
      params: PersonParams,
      body: MergePeople,
      response,
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const people = { uuid: params.id, other: body.person_id, actor: actorOf(request, body.actor) };
      await mergePeople(onBehalfOf(ctx, request), account, people);
      return show(ctx, account, params.id);
    },
  });

  http.post('/v1/people/:id/unmerge', {
    config: { errors: ['not_merged', 'person_not_found'] },
    schema: {
      tags,
      operationId: 'unmergePeople',
      summary: 'Undo a merge',
      description:
        'Shows a merged person by itself again. Its conversations come back as they were. Messages since the merge ' +
        'belong to the person whose number they have.',
      params: PersonParams,
      body: UnmergePeople,
      response,
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const people = { uuid: params.id, other: body.person_id, actor: actorOf(request, body.actor) };
      await unmergePeople(onBehalfOf(ctx, request), account, people);
      return show(ctx, account, params.id);
    },
  });
}
