import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { openUploads, uploadRoutes } from '../../../platform/lib/http/upload.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import {
  addDocument,
  changeDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  listPassages,
} from './document.ts';
import {
  ChangeDocument,
  Document,
  DocumentPage,
  DocumentParams,
  ListDocuments,
  ListPassages,
  PassagePage,
} from './schema.ts';
import { receiveUpload } from './upload.ts';
import { viewDocument } from './view.ts';

const tags = ['Knowledge'];

export function documentRoutes(http: Http, ctx: Context, files: FileStore): void {
  readRoutes(http, ctx);
  passageRoute(http, ctx);
  changeRoutes(http, ctx);
  uploadRoutes(http, (scope) => uploadRoute(scope, ctx, files));
}

function readRoutes(http: Http, ctx: Context): void {
  http.get(
    '/v1/knowledge/documents',
    {
      config: { lane: 'pages', errors: [] },
      schema: {
        tags,
        operationId: 'listKnowledgeDocuments',
        summary: 'List documents',
        description:
          'Lists the documents of the assistant, the oldest first. Continue with `next_cursor` until it is null.',
        querystring: ListDocuments,
        response: { 200: DocumentPage.describe('A page of documents.') },
      },
    },
    async ({ account, query }) => viewPage(await listDocuments(ctx, account, query), viewDocument),
  );

  http.get(
    '/v1/knowledge/documents/:id',
    {
      config: { lane: 'reads', errors: ['document_not_found'] },
      schema: {
        tags,
        operationId: 'getKnowledgeDocument',
        summary: 'Get a document',
        description: 'Shows how far a document has been read, and what could not be read.',
        params: DocumentParams,
        response: { 200: Document.describe('The document.') },
      },
    },
    async ({ account, params }) => viewDocument(await getDocument(ctx.db, account, params.id)),
  );
}

function passageRoute(http: Http, ctx: Context): void {
  http.get(
    '/v1/knowledge/documents/:id/passages',
    {
      config: { lane: 'pages', errors: ['document_not_found'] },
      schema: {
        tags,
        operationId: 'listKnowledgePassages',
        summary: 'List the passages of a document',
        description:
          'Lists what the assistant reads in a document, in its order. Continue with `next_cursor` until it is null.',
        params: DocumentParams,
        querystring: ListPassages,
        response: { 200: PassagePage.describe('A page of passages.') },
      },
    },
    async ({ account, params, query }) =>
      viewPage(await listPassages(ctx, account, params.id, query), ({ heading, text, page }) => ({
        heading,
        text,
        page,
      })),
  );
}

function changeRoutes(http: Http, ctx: Context): void {
  http.patch(
    '/v1/knowledge/documents/:id',
    {
      config: { errors: ['document_not_found'] },
      schema: {
        tags,
        operationId: 'changeKnowledgeDocument',
        summary: 'Change a document',
        description:
          'Changes the title, or whether answers use the document. The key needs the scope `full`.',
        params: DocumentParams,
        body: ChangeDocument,
        response: { 200: Document.describe('The document.') },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      return viewDocument(await changeDocument(onBehalfOf(ctx, request), account, params.id, body));
    },
  );

  http.delete(
    '/v1/knowledge/documents/:id',
    {
      config: { errors: ['document_not_found'] },
      schema: {
        tags,
        operationId: 'deleteKnowledgeDocument',
        summary: 'Delete a document',
        description: 'Deletes a document with all of its text. The key needs the scope `full`.',
        params: DocumentParams,
        response: { 204: z.null().describe('The document is deleted.') },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await deleteDocument(onBehalfOf(ctx, request), account, params.id);
      return reply.code(204).send(null);
    },
  );
}

function uploadRoute(http: Http, ctx: Context, files: FileStore): void {
  const withFile = openUploads(http, ctx.config.KURIR_DATA_DIR, 'uploads');
  http.post(
    '/v1/knowledge/documents',
    {
      config: {
        lane: 'outside',
        stores: 'bytes',
        slowBody: true,
        errors: ['knowledge_limit_reached', 'payload_too_large', 'unsupported_media_type', ...STORAGE_ERRORS],
        documentation: {
          upload: {
            file: 'A PDF, DOCX, HTML, Markdown or text file of at most 20 MiB.',
            title: 'Default: the name of the file.',
          },
        },
      },
      schema: {
        tags,
        operationId: 'addKnowledgeDocument',
        summary: 'Add a document',
        description:
          'Takes a file as multipart/form-data. It is read in the background: ask for its `state`. Its text is kept, ' +
          'the file is not. The key needs the scope `full`.',
        response: { 202: Document.describe('The document, which waits for its turn.') },
      },
    },
    (request, reply) =>
      withFile(async (path) => {
        const upload = await receiveUpload(request, path);
        const place = { ctx: onBehalfOf(ctx, request), files };
        const added = await addDocument(place, request.account, { ...upload, path });
        return reply.code(202).send(viewDocument(added));
      }),
  );
}
