import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { openUploads, receiveFile, uploadRoutes } from '../../../platform/lib/http/upload.ts';
import { DeviceParams, TemplateItem } from '../schema.ts';
import { viewTemplate } from '../view.ts';
import { MAX_UPLOAD_BYTES } from './example-file.ts';
import type { TemplateMaking } from './making.ts';
import {
  ChangeTemplate,
  CodePreviewView,
  CreateTemplate,
  PreviewCodeQuery,
  TakenExample,
  TemplateParams,
} from './schema.ts';

const tags = ['Devices'];
/** Each waits for the provider. */
const CONFIG = { staff: 'admin', lane: 'outside' } as const;

/** An extension of the contract. */
export function templateMakingRoutes(http: Http, ctx: Context, making: TemplateMaking): void {
  creationRoute(http, ctx, making);
  changeRoutes(http, ctx, making);
  previewRoute(http, ctx, making);
  uploadRoutes(http, (scope) => fileRoute(scope, ctx, making));
}

function creationRoute(http: Http, ctx: Context, making: TemplateMaking): void {
  http.post('/v1/templates', {
    config: {
      ...CONFIG,
      errors: [
        ...([
          'device_not_found',
          'templates_not_supported',
          'templates_unreadable',
          'template_refused',
        ] as const),
        'media_not_found',
      ],
    },
    schema: {
      tags,
      operationId: 'createTemplate',
      summary: 'Create a template',
      description:
        'Sends a template to the provider for review. It is `pending` until the provider decides; the live stream ' +
        'shows the decision as `template.changed`. A copy in another language is a template of the same name.',
      body: CreateTemplate,
      response: { 201: TemplateItem.describe('The provider reviews the template.') },
    },
    handler: async (request, reply) => {
      const made = await making.create(onBehalfOf(ctx, request), request.account, request.body);
      return reply.code(201).send(viewTemplate(made));
    },
  });
}

function changeRoutes(http: Http, ctx: Context, making: TemplateMaking): void {
  http.patch('/v1/templates/:id', {
    config: { ...CONFIG, errors: ['message_template_not_found', 'template_refused', 'media_not_found'] },
    schema: {
      tags,
      operationId: 'changeTemplate',
      summary: 'Change a template',
      description:
        'Changes the given parts and starts a new review. The provider takes changes of approved, rejected and ' +
        'paused templates: of an approved one once a day and ten times in 30 days. A header with a file needs a ' +
        'new handle with each change.',
      params: TemplateParams,
      body: ChangeTemplate,
      response: { 200: TemplateItem.describe('The provider reviews the change.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      return viewTemplate(await making.change(onBehalfOf(ctx, request), account, params.id, body));
    },
  });

  http.delete('/v1/templates/:id', {
    config: { ...CONFIG, errors: ['message_template_not_found', 'template_refused'] },
    schema: {
      tags,
      operationId: 'deleteTemplate',
      summary: 'Delete a template',
      description:
        'Deletes the template in its language. The provider refuses the name of a deleted approved template for ' +
        '30 days.',
      params: TemplateParams,
      response: { 204: z.null().describe('The template is deleted.') },
    },
    handler: async (request, reply) => {
      await making.remove(onBehalfOf(ctx, request), request.account, request.params.id);
      return reply.code(204).send(null);
    },
  });
}

function fileRoute(http: Http, ctx: Context, making: TemplateMaking): void {
  const withFile = openUploads(http, ctx.config.KURIR_DATA_DIR, 'template-uploads');
  http.post('/v1/devices/:uuid/template-files', {
    config: {
      ...CONFIG,
      slowBody: true,
      errors: ['device_not_found', 'templates_not_supported', 'payload_too_large', 'unsupported_media_type'],
      documentation: {
        upload: {
          file: 'A JPEG or PNG picture of at most 5 MiB, an MP4 video or a PDF of at most 16 MiB.',
        },
      },
    },
    schema: {
      tags,
      operationId: 'uploadTemplateFile',
      summary: 'Upload the example file of a header',
      description:
        'Takes a file as multipart/form-data and gives it to the provider, whose reviewer looks at it. The answer ' +
        'has the handle for the template. Kurir keeps nothing.',
      params: DeviceParams,
      response: { 201: TakenExample.describe('The provider has the file.') },
    },
    handler: (request, reply) =>
      withFile(async (path) => {
        const { account, params } = request;
        const { name, size } = await receiveFile(request, path, MAX_UPLOAD_BYTES);
        const file = { path, size, fileName: name || 'example' };
        return reply.code(201).send(await making.takeExample(ctx, account, params.uuid, file));
      }),
  });
}

function previewRoute(http: Http, ctx: Context, making: TemplateMaking): void {
  http.get('/v1/devices/:uuid/template-preview', {
    config: {
      ...CONFIG,
      errors: ['device_not_found', 'templates_not_supported', 'templates_unreadable'],
    },
    schema: {
      tags,
      operationId: 'previewAuthenticationTemplate',
      summary: 'Preview an authentication template',
      description: 'Asks the provider for the texts that it writes for one-time passwords in a language.',
      params: DeviceParams,
      querystring: PreviewCodeQuery,
      response: { 200: CodePreviewView.describe('The texts of the provider.') },
    },
    handler: async ({ account, params, query }) => {
      const { language, security_recommendation: advice, code_expiration_minutes = null } = query;
      const wanted = { language, security_recommendation: advice === 'true', code_expiration_minutes };
      return making.previewCode(ctx, account, params.uuid, wanted);
    },
  });
}
