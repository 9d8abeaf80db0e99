import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { listSegmentsOfField } from '../segments/segment.ts';
import { changeChoices, createField, deleteField, getFieldUse, listFields } from './field.ts';
import { ChangeField, CreateField, FieldParams, OwnField, OwnFields, OwnFieldUse } from './schema.ts';
import type { FieldTarget } from './values.ts';
import { viewField } from './view.ts';

/** Own fields of contacts and of conversations. Extensions of the contract. */
export function ownFieldRoutes(http: Http, ctx: Context): void {
  for (const kind of Object.values(KINDS)) {
    listRoute(http, ctx, kind);
    createRoute(http, ctx, kind);
    changeRoutes(http, ctx, kind);
  }
  useRoute(http, ctx);
}

const KINDS = {
  contact: {
    target: 'contact',
    path: '/v1/contact-fields',
    id: 'ContactField',
    tags: ['Contacts'],
    what: 'contacts',
    of: 'an own field',
    named: ' A text names it as `{{contact.level|fallback}}`.',
    lost: ['contact_field_not_found'],
    full: ['contact_field_limit_reached'],
  },
  conversation: {
    target: 'conversation',
    path: '/v1/conversation-fields',
    id: 'ConversationField',
    tags: ['Conversations'],
    what: 'conversations',
    of: 'an own field of conversations',
    named: '',
    lost: ['conversation_field_not_found'],
    full: ['conversation_field_limit_reached'],
  },
} as const satisfies Record<FieldTarget, object>;
type Kind = (typeof KINDS)[FieldTarget];

function listRoute(http: Http, ctx: Context, { target, path, id, tags, what }: Kind): void {
  http.get(path, {
    config: { staff: 'agent', lane: 'reads', errors: [] },
    schema: {
      tags: [...tags],
      operationId: `list${id}s`,
      summary: target === 'contact' ? 'List own fields' : 'List own fields of conversations',
      description: `Lists the fields that the account has added to its ${what}.`,
      response: { 200: OwnFields.describe('All fields.') },
    },
    handler: async ({ account }) => ({ data: (await listFields(ctx, account, target)).map(viewField) }),
  });
}

function useRoute(http: Http, ctx: Context): void {
  http.get('/v1/contact-fields/:id', {
    config: { lane: 'pages', errors: ['contact_field_not_found'] },
    schema: {
      tags: ['Contacts'],
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

function createRoute(
  http: Http,
  ctx: Context,
  { target, path, id, tags, what, of, named, full }: Kind,
): void {
  http.post(path, {
    config: { errors: [...full] },
    schema: {
      tags: [...tags],
      operationId: `create${id}`,
      summary: `Create ${of}`,
      description: `Adds a field to the ${what} of the account.${named}`,
      body: CreateField,
      response: { 201: OwnField.describe('The field.') },
    },
    handler: async (request, reply) => {
      const field = await createField(onBehalfOf(ctx, request), request.account, target, request.body);
      return reply.code(201).send(viewField(field));
    },
  });
}

function changeRoutes(http: Http, ctx: Context, { target, path, id, tags, what, of, lost }: Kind): void {
  http.patch(`${path}/:id`, {
    config: { errors: [...lost] },
    schema: {
      tags: [...tags],
      operationId: `change${id}`,
      summary: `Change the choices of ${of}`,
      description: 'Replaces the choices. Values keep a choice that goes, until they are changed.',
      params: FieldParams,
      body: ChangeField,
      response: { 200: OwnField.describe('The field.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const change = { uuid: params.id, choices: body.choices };
      return viewField(await changeChoices(onBehalfOf(ctx, request), account, target, change));
    },
  });

  http.delete(`${path}/:id`, {
    config: { errors: [...lost] },
    schema: {
      tags: [...tags],
      operationId: `delete${id}`,
      summary: `Delete ${of}`,
      description: `Deletes a field with its values of all ${what}. The field is hidden at once.`,
      params: FieldParams,
      response: { 204: z.null().describe('The field is deleted.') },
    },
    handler: async (request, reply) => {
      await deleteField(onBehalfOf(ctx, request), request.account, target, request.params.id);
      return reply.code(204).send(null);
    },
  });
}
