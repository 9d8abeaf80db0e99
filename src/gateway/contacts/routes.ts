import { z } from 'zod';
import type { Context } from '../../context.ts';
import { STORAGE_ERRORS } from '../../platform/accounts/storage/storage.ts';
import { sendCsv } from '../../platform/lib/http/csv-answer.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { viewPage } from '../../platform/lib/page.ts';
import { contactBulkRoutes } from './bulk/routes.ts';
import type { NamingContext } from './changes.ts';
import { createContactBook, exportContacts, listContacts, listTags } from './contact.ts';
import { contactEditRoutes } from './edit-routes.ts';
import { refuseLostNames } from './fields/lost-names.ts';
import { ownFieldRoutes } from './fields/routes.ts';
import { contactImportRoutes } from './import-routes.ts';
import {
  BATCH_ITEMS,
  ContactBatchResult,
  ContactBrief,
  ContactFilter,
  ContactPage,
  ListContacts,
  ListTags,
  TagPage,
  UpsertContact,
  UpsertContacts,
} from './schema.ts';
import { contactSegmentRoutes } from './segments/routes.ts';
import { viewContact } from './view.ts';

const tags = ['Contacts'];
const EXAMPLE_CSV =
  'phone,name,email,tags,created_at,level\r\n' +
  '6281234567890,Budi Santoso,budi@example.com,"jakarta; pelanggan",2025-11-21T09:00:00.000Z,emas\r\n';

/** The contact endpoints of the contract, extended by search, batches, tags and the export. */
export function contactRoutes(http: Http, ctx: NamingContext): void {
  changeRoutes(http, ctx);
  readRoutes(http, ctx);
  exportRoute(http, ctx);
  contactBulkRoutes(http, ctx);
  contactEditRoutes(http, ctx);
  ownFieldRoutes(http, ctx);
  contactSegmentRoutes(http, ctx);
  contactImportRoutes(http, ctx);
}

function changeRoutes(http: Http, ctx: NamingContext): void {
  const book = createContactBook(ctx);

  http.post('/v1/contacts', {
    config: { lane: 'contacts', stores: 'bytes', sends: 'recipients', errors: [...STORAGE_ERRORS] },
    preValidation: refuseLostNames,
    schema: {
      tags,
      summary: 'Create or update a contact',
      description:
        'Creates or updates the contact of a phone number. Fields in the request replace stored ' +
        'fields; other fields stay. `tags_add` and `tags_remove` change tags one by one. You can repeat the call.',
      operationId: 'upsertContact',
      body: UpsertContact,
      response: {
        200: ContactBrief.describe('The contact already existed.'),
        201: ContactBrief.describe('The contact was created.'),
      },
    },
    handler: async (request, reply) => {
      const { created, id, phone } = await book.upsert(request.account, request.body);
      return reply.code(created ? 201 : 200).send({ id, phone });
    },
  });

  http.post('/v1/contacts/batch', {
    config: { lane: 'expensive', stores: 'bytes', maxItems: BATCH_ITEMS, errors: [...STORAGE_ERRORS] },
    preValidation: refuseLostNames,
    schema: {
      tags,
      summary: 'Create or update several contacts',
      description:
        'Does the same as the call for one contact, for up to 200 contacts. An invalid field refuses ' +
        'the whole batch: its path names the contact, counted from 0. A contact that would have too many tags ' +
        'with `tags_add` is refused alone. You can repeat the call.',
      operationId: 'upsertContacts',
      body: UpsertContacts,
      response: { 200: ContactBatchResult.describe('All contacts are stored.') },
    },
    handler: ({ account, body }) => book.upsertAll(account, body),
  });
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/contacts', {
    config: { lane: 'pages', errors: ['contact_segment_not_found'] },
    schema: {
      tags,
      summary: 'List contacts',
      description:
        'Lists contacts in pages by id: all contacts, those with one tag, or those that a search, a filter or a ' +
        'segment finds.',
      operationId: 'listContacts',
      querystring: ListContacts,
      response: { 200: ContactPage.describe('One page.') },
    },
    handler: async (request) => {
      const { contacts, ...page } = await listContacts(ctx, request.account, request.query);
      return { data: contacts.map(viewContact), ...page };
    },
  });

  http.get('/v1/contacts/tags', {
    config: { lane: 'pages', errors: [] },
    schema: {
      tags,
      summary: 'List tags',
      description: 'Lists the tags of contacts. Continue with `next_cursor` until it is null.',
      operationId: 'listContactTags',
      querystring: ListTags,
      response: { 200: TagPage.describe('One page.') },
    },
    handler: async ({ account, query }) =>
      viewPage(await listTags(ctx, account, query), ({ name, contacts }) => ({ name, contacts })),
  });
}

function exportRoute(http: Http, ctx: Context): void {
  http.get('/v1/contacts/export', {
    config: {
      lane: 'files',
      errors: ['contact_segment_not_found'],
      documentation: { texts: { 200: { type: 'text/csv', example: EXAMPLE_CSV } } },
    },
    schema: {
      tags,
      summary: 'Export contacts',
      description:
        'Answers all contacts, those with one tag, or those that a search, filter or segment finds, as CSV. ' +
        'Spreadsheets calculate none of it.',
      operationId: 'exportContacts',
      querystring: ContactFilter,
      response: { 200: z.unknown().describe('The CSV file.') },
    },
    handler: async ({ account, query }, reply) =>
      sendCsv(reply, 'contacts.csv', await exportContacts(ctx, account, query)),
  });
}
