import { z } from 'zod';
import { STORAGE_ERRORS } from '../../platform/accounts/storage/storage.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { rowIdOf } from '../../platform/lib/row-id.ts';
import type { NamingContext } from './changes.ts';
import { changeContact, deleteContact, getContact } from './edit.ts';
import { refuseLostNames } from './fields/lost-names.ts';
import { ChangeContact, Contact, ContactParams } from './schema.ts';
import { viewContact } from './view.ts';

const tags = ['Contacts'];
const idOf = (text: string) => rowIdOf(text, 'contact_not_found');

/** One contact by its id. Extensions of the contract. */
export function contactEditRoutes(http: Http, ctx: NamingContext): void {
  http.get('/v1/contacts/:id', {
    config: { lane: 'reads', errors: ['contact_not_found'] },
    schema: {
      tags,
      summary: 'Show a contact',
      description: 'Shows one contact.',
      operationId: 'getContact',
      params: ContactParams,
      response: { 200: Contact.describe('The contact.') },
    },
    handler: async ({ account, params }) => viewContact(await getContact(ctx, account, idOf(params.id))),
  });

  http.patch('/v1/contacts/:id', {
    config: {
      stores: 'bytes',
      errors: ['contact_not_found', 'contact_number_taken', ...STORAGE_ERRORS],
    },
    preValidation: refuseLostNames,
    schema: {
      tags,
      summary: 'Change a contact',
      description:
        'Changes the fields in the request. A new number corrects a wrong one: the contact keeps its id, tags ' +
        'and its place in broadcasts. Messages and opt-outs stay with the number that they belong to.',
      operationId: 'changeContact',
      params: ContactParams,
      body: ChangeContact,
      response: { 200: Contact.describe('The contact.') },
    },
    handler: async ({ account, params, body }) =>
      viewContact(await changeContact(ctx, account, idOf(params.id), body)),
  });

  http.delete('/v1/contacts/:id', {
    config: { errors: ['contact_not_found'] },
    schema: {
      tags,
      summary: 'Delete a contact',
      description:
        'Deletes name, e-mail and tags. Conversations, messages and the opt-out of the number stay. Broadcasts ' +
        'that have not reached the contact yet leave it out with `contact_deleted`.',
      operationId: 'deleteContact',
      params: ContactParams,
      response: { 204: z.null().describe('The contact is deleted.') },
    },
    handler: async ({ account, params }, reply) => {
      await deleteContact(ctx, account, idOf(params.id));
      return reply.code(204).send(null);
    },
  });
}
