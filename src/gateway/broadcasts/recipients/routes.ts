import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { sendCsv } from '../../../platform/lib/http/csv-answer.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { rowIdOf } from '../../../platform/lib/row-id.ts';
import { ContactParams } from '../../contacts/contact.ts';
import { idOf } from '../broadcast-id.ts';
import { BroadcastParams } from '../schema.ts';
import { countRecipients, exportRecipients, listBroadcastsOf, readRecipients } from './recipient.ts';
import { BroadcastsOfContact, ExportRecipients, Funnel, ListRecipients, RecipientPage } from './schema.ts';
import { viewReached, viewRecipient } from './view.ts';

const tags = ['Broadcasts'];
const EXAMPLE_CSV =
  'phone,name,message_id,status,error,error_message,conversation_id,type\r\n' +
  '6281234567890,Budi,4711,failed,not_on_whatsapp,The number is not on WhatsApp.,,text\r\n';

/** Extensions of the contract. */
export function recipientRoutes(http: Http, ctx: Context): void {
  recipientsOfBroadcast(http, ctx);

  http.get('/v1/contacts/:id/broadcasts', {
    config: { lane: 'pages', errors: ['contact_not_found'] },
    schema: {
      tags,
      operationId: 'listBroadcastsOfContact',
      summary: 'List broadcasts of a contact',
      description:
        'Lists the broadcasts that have a message to the person of a contact, with the state of that message.',
      params: ContactParams,
      response: { 200: BroadcastsOfContact.describe('The broadcasts.') },
    },
    handler: async ({ account, params }) => {
      const id = rowIdOf(params.id, 'contact_not_found');
      return { data: (await listBroadcastsOf(ctx, account, id)).map(viewReached) };
    },
  });
}

function recipientsOfBroadcast(http: Http, ctx: Context): void {
  http.get('/v1/broadcasts/:id/funnel', {
    config: { lane: 'expensive', errors: ['broadcast_not_found'] },
    schema: {
      tags,
      operationId: 'getBroadcastFunnel',
      summary: 'Count what became of the messages',
      description: 'Counts the recipients in each stage. The counts are exact and made for this call.',
      params: BroadcastParams,
      response: { 200: Funnel.describe('The counts.') },
    },
    handler: async ({ account, params }) => countRecipients(ctx, account, idOf(params.id)),
  });

  http.get('/v1/broadcasts/:id/recipients', {
    config: { lane: 'pages', errors: ['broadcast_not_found'] },
    schema: {
      tags,
      operationId: 'listBroadcastRecipients',
      summary: 'List recipients',
      description:
        'Lists the recipients that have a message, in the order of sending, or those in a stage. Continue with ' +
        '`next_cursor` until it is null.',
      params: BroadcastParams,
      querystring: ListRecipients,
      response: { 200: RecipientPage.describe('One page.') },
    },
    handler: async ({ account, params, query }) =>
      viewPage(await readRecipients(ctx, account, idOf(params.id), query), viewRecipient),
  });

  http.get('/v1/broadcasts/:id/recipients/export', {
    config: {
      lane: 'files',
      errors: ['broadcast_not_found'],
      documentation: { texts: { 200: { type: 'text/csv', example: EXAMPLE_CSV } } },
    },
    schema: {
      tags,
      operationId: 'exportBroadcastRecipients',
      summary: 'Export recipients',
      description: 'Answers the same recipients as CSV.',
      params: BroadcastParams,
      querystring: ExportRecipients,
      response: { 200: z.unknown().describe('The CSV file.') },
    },
    handler: async ({ account, params, query }, reply) =>
      sendCsv(reply, 'recipients.csv', await exportRecipients(ctx, account, idOf(params.id), query)),
  });
}
