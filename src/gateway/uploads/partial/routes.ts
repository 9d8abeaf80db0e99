import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import { ApiError, FieldErrors } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { openUploads, receivePieces, type WithFile } from '../../../platform/lib/http/upload.ts';
import { cut, toStorable } from '../../../platform/lib/text.ts';
import { MAX_GIVEN_NAME, UploadedMedia, UploadQuery } from '../schema.ts';
import type { UploadParts } from '../upload.ts';
import { viewUpload } from '../view.ts';
import {
  addPiece,
  beginPartial,
  dropPartial,
  finishPartial,
  getPartial,
  type PartialRow,
  PIECE_BYTES,
} from './partial.ts';
import { BEGIN_HEADERS, OFFSET_HEADER, PART_HEADERS, PartialParams, PartialUpload } from './schema.ts';

const tags = ['Messages'];
const LARGEST = 2 ** 42;
/** The protocol of these calls: https://tus.io/protocols/resumable-upload */
const TUS = { 'tus-resumable': '1.0.0' };

/** An extension of the contract: tus 1.0 with creation, expiration and termination, and a last call of Kurir. */
export function partialUploadRoutes(http: Http, ctx: Context, parts: UploadParts): void {
  const withFile = openUploads(http, ctx.config.KURIR_DATA_DIR, 'partial-uploads');
  beginRoute(http, ctx, parts);
  readRoute(http, ctx);
  partRoute(http, ctx, { parts, withFile });
  finishRoute(http, ctx, { parts, withFile });
  dropRoute(http, ctx);
}

interface Store {
  parts: UploadParts;
  withFile: WithFile;
}

function beginRoute(http: Http, ctx: Context, parts: UploadParts): void {
  http.post('/v1/media/uploads', {
    config: {
      staff: 'agent',
      stores: 'bytes',
      errors: ['payload_too_large', 'upload_limit_reached', ...STORAGE_ERRORS],
      documentation: { requestHeaders: BEGIN_HEADERS },
    },
    schema: {
      tags,
      operationId: 'beginUpload',
      summary: 'Begin an upload in parts',
      description:
        'For a large file over a connection that may break, with the protocol tus 1.0. Send the parts to the address ' +
        'in `Location`, then finish the upload. The key needs the scope `send` or `full`.',
      response: { 201: PartialUpload.describe('Kurir waits for the bytes.') },
    },
    handler: async (request, reply) => {
      const { headers } = request;
      const length = numberIn(headers, 'upload-length', 'Upload-Length');
      if (length === 0) throw new FieldErrors({ 'Upload-Length': ['must be at least 1'] });
      const about = metadataIn(String(headers['upload-metadata'] ?? ''));
      const row = await beginPartial(ctx, parts, request, { length, ...about });
      return reply
        .code(201)
        .headers({ ...headersOf(row), location: `uploads/${row.id}` })
        .send(viewPartial(row));
    },
  });
}

function readRoute(http: Http, ctx: Context): void {
  http.get('/v1/media/uploads/:id', {
    config: {
      staff: 'agent',
      lane: 'reads',
      errors: ['upload_not_found'],
      documentation: { responseHeaders: OFFSET_HEADER },
    },
    schema: {
      tags,
      operationId: 'getUpload',
      summary: 'Get an upload in parts',
      description: 'Shows how many bytes Kurir has. `HEAD` answers the same in its headers.',
      params: PartialParams,
      response: { 200: PartialUpload.describe('The upload.') },
    },
    handler: async (request, reply) => {
      const row = await getPartial(ctx, request, request.params.id);
      return reply.headers({ ...headersOf(row), 'cache-control': 'no-store' }).send(viewPartial(row));
    },
  });
}

function partRoute(http: Http, ctx: Context, { parts, withFile }: Store): void {
  http.patch('/v1/media/uploads/:id', {
    config: {
      staff: 'agent',
      lane: 'uploads',
      stores: 'bytes',
      slowBody: true,
      errors: [
        ...([
          'upload_not_found',
          'upload_offset_wrong',
          'upload_limit_reached',
          'payload_too_large',
        ] as const),
        ...STORAGE_ERRORS,
      ],
      documentation: { requestHeaders: PART_HEADERS, responseHeaders: OFFSET_HEADER },
    },
    schema: {
      tags,
      operationId: 'sendUploadPart',
      summary: 'Send a part of an upload',
      description:
        'The body is the bytes from `Upload-Offset` on, any number of them. Kurir keeps what arrived when the ' +
        'connection breaks: ask for the offset, and go on there.',
      params: PartialParams,
      response: { 204: z.null().describe('The bytes are kept.') },
    },
    handler: (request, reply) =>
      withFile(async (path) => {
        const row = await getPartial(ctx, request, request.params.id);
        let offset = numberIn(request.headers, 'upload-offset', 'Upload-Offset');
        if (offset !== row.arrived) throw new ApiError('upload_offset_wrong');
        const maxBytes = row.length - offset;
        if (Number(request.headers['content-length'] ?? 0) > maxBytes)
          throw new ApiError('payload_too_large');
        for await (const piece of receivePieces(request, path, { maxBytes, pieceBytes: PIECE_BYTES }))
          offset = await addPiece(ctx, parts.files, row, offset, piece);
        return reply
          .code(204)
          .headers(headersOf({ ...row, arrived: offset }))
          .send(null);
      }),
  });
}

function finishRoute(http: Http, ctx: Context, { parts, withFile }: Store): void {
  http.post('/v1/media/uploads/:id/finish', {
    config: {
      staff: 'agent',
      lane: 'uploads',
      stores: 'bytes',
      errors: [
        ...(['upload_not_found', 'upload_incomplete', 'media_not_found', 'unsupported_media_type'] as const),
        ...(['payload_too_large', ...STORAGE_ERRORS] as const),
      ],
    },
    schema: {
      tags,
      operationId: 'finishUpload',
      summary: 'Finish an upload in parts',
      description: 'Answers as `POST /v1/media` with the whole file. You can repeat the call.',
      params: PartialParams,
      querystring: UploadQuery.pick({ type: true }),
      response: { 201: UploadedMedia.describe('The file is kept.') },
    },
    handler: (request, reply) =>
      withFile(async (path) => {
        const upload = await getPartial(ctx, request, request.params.id);
        const wanted = request.query.type;
        return reply
          .code(201)
          .send(viewUpload(await finishPartial(ctx, parts, request, { upload, path, wanted })));
      }),
  });
}

function dropRoute(http: Http, ctx: Context): void {
  http.delete('/v1/media/uploads/:id', {
    config: { staff: 'agent', errors: ['upload_not_found'] },
    schema: {
      tags,
      operationId: 'dropUpload',
      summary: 'Give up an upload in parts',
      description: 'Kurir deletes the bytes within ten minutes. A finished file stays.',
      params: PartialParams,
      response: { 204: z.null().describe('The upload is given up.') },
    },
    handler: async (request, reply) => {
      await dropPartial(ctx, await getPartial(ctx, request, request.params.id));
      return reply.code(204).headers(TUS).send(null);
    },
  });
}

function headersOf({ arrived, length, expires_at }: PartialRow) {
  return {
    ...TUS,
    'upload-offset': arrived,
    'upload-length': length,
    'upload-expires': expires_at.toUTCString(),
  };
}

const viewPartial = ({ id, length, arrived, expires_at }: PartialRow): PartialUpload => ({
  id,
  length,
  offset: arrived,
  expires_at: expires_at.toISOString(),
});

function numberIn(headers: Record<string, unknown>, name: string, shown: string): number {
  const text = headers[name];
  const number = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : LARGEST;
  if (number >= LARGEST) throw new FieldErrors({ [shown]: ['must be a number of bytes'] });
  return number;
}

/** Pairs of a name and a value in Base64. */
function metadataIn(header: string): { name: string; contentType: string | null } {
  const pairs = header.split(',').map((pair) => pair.trim().split(' ') as [string, string?]);
  const given = new Map(pairs.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString()]));
  const name = cut(toStorable(given.get('filename') ?? ''), MAX_GIVEN_NAME);
  return { name, contentType: cut(toStorable(given.get('filetype') ?? ''), MAX_GIVEN_NAME) || null };
}
