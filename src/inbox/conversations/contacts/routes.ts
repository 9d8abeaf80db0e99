import type { Context } from '../../../context.ts';
import { refuseLostNames } from '../../../gateway/contacts/fields/lost-names.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { ConversationParams } from '../schema.ts';
import { changeContactOf, getContactOf } from './contact.ts';
import { ChangeContactOf, ContactOf } from './schema.ts';

const tags = ['Conversations'];

/** The contact beside a chat, also for agents, who see no other contacts. */
export function contactRoutes(http: Http, ctx: Context): void {
  http.get('/v1/conversations/:id/contact', {
    config: { staff: 'agent', lane: 'reads', errors: ['conversation_not_found'] },
    schema: {
      tags,
      operationId: 'getContactOfConversation',
      summary: 'Get the contact of a conversation',
      description:
        'Shows the contact with the number of the customer, and whether the person opted out of broadcasts.',
      params: ConversationParams,
      response: { 200: ContactOf.describe('The contact.') },
    },
    handler: ({ account, params }) => getContactOf(ctx, account, params.id),
  });

  http.patch('/v1/conversations/:id/contact', {
    config: {
      staff: 'agent',
      stores: 'bytes',
      errors: ['conversation_not_found', 'no_contact_number', ...STORAGE_ERRORS],
    },
    preValidation: refuseLostNames,
    schema: {
      tags,
      operationId: 'changeContactOfConversation',
      summary: 'Save the customer of a conversation as a contact',
      description:
        'Changes the given fields of the contact with the number of the customer. Makes the contact if there is none.',
      params: ConversationParams,
      body: ChangeContactOf,
      response: { 200: ContactOf.describe('The contact.') },
    },
    handler: async ({ account, params, body }) => {
      await changeContactOf(ctx, account, params.id, body);
      return getContactOf(ctx, account, params.id);
    },
  });
}
