import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { listSegmentsOfField } from '../segments/segment.ts';
import { changeChoices, createField, deleteField, getFieldUse, listFields } from './field.ts';
import { ChangeField, CreateField, FieldParams, OwnField, OwnFields, OwnFieldUse } from './schema.ts';
import { viewField } from './view.ts';

const tags = ['Contacts'];

/** Own fields of contacts. Extensions of the contract. */
export function contactFieldRoutes(http: Http, ctx: Context): void {
  readRoutes(http, ctx);
  changeRoutes(http, ctx);
}

function readRoutes(http: Http, ctx: Context): void {
  http.get('/v1/contact-fields', {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listContactFields',
      summary: 'List own fields',
      description: 'Lists the fields that the account has added to its contacts.',
      response: { 200: OwnFields.describe('All fields.') },
    },
    handler: async ({ account }) => ({ data: (await listFields(ctx, account)).map(viewField) }),
  });

  http.get('/v1/contact-fields/:id', {
    config: { lane: 'pages', errors: ['contact_field_not_found'] },
    schema: {
      tags,
      operationId: 'getContactField',
      summary: 'Show an own field',
      description:
        'Shows a field, and what is lost with it: the values of contacts, and segments that compare it.',
      params: FieldParams,
      response: { 200: OwnFieldUse.describe('The field.') },
    },
    handler: async ({ account, params }) => {
      const { values, ...field } = await getFieldUse(ctx, account, params.id);
      const segments = await listSegmentsOfField(ctx, account, field.name);
      return { ...viewField(field), values, segments: segments.map(({ name }) => name) };
    },
  });
}

function changeRoutes(http: Http, ctx: Context): void {
  http.post('/v1/contact-fields', {
    config: { errors: ['contact_field_limit_reached'] },
    schema: {
      tags,
      operationId: 'createContactField',
      summary: 'Create an own field',
      description:
        'Adds a field to the contacts of the account. A text names it as `{{contact.level|fallback}}`.',
      body: CreateField,
      response: { 201: OwnField.describe('The field.') },
    },
    handler: async (request, reply) => {
      const field = await createField(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(201).send(viewField(field));
    },
  });

  http.patch('/v1/contact-fields/:id', {
    config: { errors: ['contact_field_not_found'] },
    schema: {
      tags,
      operationId: 'changeContactField',
      summary: 'Change the choices of an own field',
      description: 'Replaces the choices. Contacts keep a choice that goes, until they are changed.',
      params: FieldParams,
      body: ChangeField,
      response: { 200: OwnField.describe('The field.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewField(await changeChoices(onBehalfOf(ctx, request), account, params.id, body.choices));
    },
  });

  http.delete('/v1/contact-fields/:id', {
    config: { errors: ['contact_field_not_found'] },
    schema: {
      tags,
      operationId: 'deleteContactField',
      summary: 'Delete an own field',
      description: 'Deletes a field with its values of all contacts. The field is hidden at once.',
      params: FieldParams,
      response: { 204: z.null().describe('The field is deleted.') },
    },
    handler: async (request, reply) => {
      await deleteField(onBehalfOf(ctx, request), request.account, request.params.id);
      return reply.code(204).send(null);
    },
  });
}
