import type { Context } from '../context.ts';
import type { Http } from '../lib/http/http.ts';
import { createContactBook, listContacts } from './contact.ts';
import { ContactBrief, ContactPage, ListContacts, UpsertContact } from './schema.ts';
import { viewContact } from './view.ts';

export function contactRoutes(http: Http, ctx: Context): void {
  const tags = ['Contacts'];
  const book = createContactBook(ctx);

  http.post(
    '/v1/contacts',
    {
      config: { lane: 'contacts', errors: [] },
      schema: {
        tags,
        summary: 'Create or update a contact',
        description:
          'Creates or updates the contact of a phone number. Fields in the request replace stored ' +
          'fields; other fields stay. You can repeat the call.',
        operationId: 'upsertContact',
        body: UpsertContact,
        response: {
          200: ContactBrief.describe('The contact already existed.'),
          201: ContactBrief.describe('The contact was created.'),
        },
      },
    },
    async (request, reply) => {
      const { created, id, phone } = await book.upsert(request.account, request.body);
      return reply.code(created ? 201 : 200).send({ id, phone });
    },
  );

  http.get(
    '/v1/contacts',
    {
      config: { lane: 'pages', errors: [] },
      schema: {
        tags,
        summary: 'List contacts',
        description: 'Lists contacts in pages by id: all contacts, or those with one tag.',
        operationId: 'listContacts',
        querystring: ListContacts,
        response: { 200: ContactPage.describe('One page.') },
      },
    },
    async (request) => {
      const { contacts, ...page } = await listContacts(ctx, request.account, request.query);
      return { data: contacts.map(viewContact), ...page };
    },
  );
}
