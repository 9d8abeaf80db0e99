import { z } from 'zod';
import type { Context } from '../../context.ts';
import { STORAGE_ERRORS } from '../../platform/accounts/storage/storage.ts';
import { FILE_RESPONSES, FileQuery, sendFile } from '../../platform/lib/file-store/file-route.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { openUploads, receiveFile, receiveRaw, uploadRoutes } from '../../platform/lib/http/upload.ts';
import { partialUploadRoutes } from './partial/routes.ts';
import { UploadedMedia, UploadParams, UploadQuery } from './schema.ts';
import {
  deleteUpload,
  type FindHeld,
  getUpload,
  keepUpload,
  requireRoomFor,
  type UploadParts,
} from './upload.ts';
import { viewUpload } from './view.ts';

const tags = ['Messages'];

/** What else has uploads. */
export interface Uses {
  findHeld: FindHeld;
  /** Which of them all agents of their account see. */
  findShared: FindHeld;
}

/** An extension of the contract. */
export function mediaUploadRoutes(http: Http, ctx: Context, parts: UploadParts & Uses): void {
  const whole = (scope: Http) => addRoute(scope, ctx, parts);
  const inParts = (scope: Http) => partialUploadRoutes(scope, ctx, parts);
  for (const routes of [whole, inParts]) uploadRoutes(http, routes, { takesRaw: true });
  readRoutes(http, ctx, parts);
  fileRoute(http, ctx, parts);
}

function addRoute(http: Http, ctx: Context, parts: UploadParts): void {
  const withFile = openUploads(http, ctx.config.KURIR_DATA_DIR, 'media-uploads');
  const maxBytes = Math.max(...Object.values(parts.maxBytes));
  http.post('/v1/media', {
    config: {
      staff: 'agent',
      lane: 'uploads',
      stores: 'bytes',
      slowBody: true,
      errors: ['payload_too_large', 'unsupported_media_type', ...STORAGE_ERRORS],
      documentation: { upload: { file: 'The file. Its name is the name that customers see.' } },
    },
    schema: {
      tags,
      operationId: 'uploadMedia',
      summary: 'Upload a file',
      description:
        'Takes one file as multipart/form-data, or as the whole body with its `Content-Type` and `?file_name=`. ' +
        'Messages name it as `media_id`. The same file under the same name is kept once, with the same `id`. The key ' +
        'needs the scope `send` or `full`.',
      querystring: UploadQuery,
      response: { 201: UploadedMedia.describe('The file is kept.') },
    },
    handler: (request, reply) =>
      withFile(async (path) => {
        const { account, query } = request;
        await requireRoomFor(ctx, account, Number(request.headers['content-length'] ?? 0));
        const received = request.isMultipart()
          ? await receiveFile(request, path, maxBytes)
          : { ...(await receiveRaw(request, path, maxBytes)), name: query.file_name ?? '' };
        const { name, contentType, size, sha256 } = received;
        const file = { path, name, contentType, size, sha256 };
        return reply.code(201).send(viewUpload(await keepUpload(ctx, parts, request, file, query.type)));
      }),
  });
}

function readRoutes(http: Http, ctx: Context, { findHeld, findShared }: Uses): void {
  http.get('/v1/media/:id', {
    config: { staff: 'agent', lane: 'reads', errors: ['media_not_found'] },
    schema: {
      tags,
      operationId: 'getMedia',
      summary: 'Get an uploaded file',
      description: 'Shows what is known of the file, and how long it is kept.',
      params: UploadParams,
      response: { 200: UploadedMedia.describe('The file.') },
    },
    handler: async (request) => viewUpload(await getUpload(ctx, request, request.params.id, findShared)),
  });

  http.delete('/v1/media/:id', {
    config: { errors: ['media_not_found', 'media_in_use'] },
    schema: {
      tags,
      operationId: 'deleteMedia',
      summary: 'Delete an uploaded file',
      description:
        'Deletes the file within a minute. A queued message that has it fails. The file of an unfinished ' +
        'broadcast, a rule, a flow or a canned reply stays.',
      params: UploadParams,
      response: { 204: z.null().describe('The file is deleted.') },
    },
    handler: async ({ account, params }, reply) => {
      await deleteUpload(ctx, findHeld, account, params.id);
      return reply.code(204).send(null);
    },
  });
}

function fileRoute(http: Http, ctx: Context, { files, findShared }: UploadParts & Uses): void {
  http.get('/v1/media/:id/file', {
    config: {
      staff: 'agent',
      lane: 'files',
      errors: ['media_not_found', 'media_unavailable', 'range_not_satisfiable'],
      documentation: { files: [200, 206] },
    },
    schema: {
      tags,
      operationId: 'getMediaFile',
      summary: 'Download an uploaded file',
      description: 'As the file of a message: with ranges and `If-None-Match`.',
      params: UploadParams,
      querystring: FileQuery,
      response: FILE_RESPONSES,
    },
    handler: async (request, reply) => {
      const row = await getUpload(ctx, request, request.params.id, findShared);
      return sendFile({ log: ctx.log, files }, request, reply, { ...row, file_id: row.id, kind: row.type });
    },
  });
}
