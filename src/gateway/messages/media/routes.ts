import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { STORAGE_ERRORS } from '../../../platform/accounts/storage/storage.ts';
import { FILE_RESPONSES, FileQuery, sendFile } from '../../../platform/lib/file-store/file-route.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { openUploads } from '../../../platform/lib/http/upload.ts';
import { UploadedMedia, type UploadParts, viewUpload } from '../../uploads/upload.ts';
import { publicIdIn } from '../message.ts';
import { copyToUploads } from './copy.ts';
import { askAgain, getMedia, requireStored } from './media.ts';
import { MediaView } from './schema.ts';

const TAGS = ['Messages'];
const MessageParams = z.object({
  id: z.string().meta({ description: 'The public id of the message.', examples: ['1042'] }),
});

const NO_FILE = ['media_not_found', 'media_pending', 'media_removed', 'media_unavailable'] as const;

export function mediaRoutes(http: Http, ctx: Context, parts: UploadParts): void {
  downloadRoute(http, ctx, parts.files);
  fetchRoute(http, ctx);
  copyRoute(http, ctx, parts);
}

function downloadRoute(http: Http, ctx: Context, files: FileStore): void {
  http.get('/v1/messages/:id/media', {
    config: {
      staff: 'agent',
      lane: 'files',
      errors: [...NO_FILE, 'message_not_found', 'range_not_satisfiable'],
      documentation: { files: [200, 206] },
    },
    schema: {
      tags: TAGS,
      operationId: 'getMessageMedia',
      summary: 'Download the file of a message',
      description:
        'The file that a customer sent, or an uploaded one that was sent. It has the type of its bytes. A single ' +
        '`Range` works, and `If-None-Match` answers 304. Only images, audio and video are shown by a browser; other ' +
        'files are attachments. The key needs the scope `read` or `full`.',
      params: MessageParams,
      querystring: FileQuery,
      response: FILE_RESPONSES,
    },
    handler: async (request, reply) => {
      const media = requireStored(await getMedia(ctx, request.account, publicIdIn(request.params.id)));
      return sendFile({ log: ctx.log, files }, request, reply, media);
    },
  });
}

function fetchRoute(http: Http, ctx: Context): void {
  http.post('/v1/messages/:id/media/fetch', {
    config: { staff: 'agent', errors: ['media_not_found', 'media_removed', 'message_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'fetchMessageMedia',
      summary: 'Fetch the file of a message again',
      description:
        'Kurir asks the provider again for a file whose `state` is `failed`, and at once for a file that waits ' +
        'for its next attempt. In other states the call changes nothing.',
      params: MessageParams,
      response: { 202: MediaView.describe('The file with its state.') },
    },
    handler: async (request, reply) => {
      return reply.code(202).send(await askAgain(ctx, request.account, publicIdIn(request.params.id)));
    },
  });
}

function copyRoute(http: Http, ctx: Context, parts: UploadParts): void {
  const withFile = openUploads(http, ctx.config.KURIR_DATA_DIR, 'media-copies');
  http.post('/v1/messages/:id/media/copy', {
    config: {
      staff: 'agent',
      lane: 'uploads',
      stores: 'messages',
      errors: [
        ...NO_FILE,
        'message_not_found',
        'payload_too_large',
        'unsupported_media_type',
        ...STORAGE_ERRORS,
      ],
    },
    schema: {
      tags: TAGS,
      operationId: 'copyMessageMedia',
      summary: 'Keep the file of a message as an uploaded file',
      description:
        'Copies the file that a customer sent, or that was sent, so that you can send it on: its `id` is the ' +
        '`media_id` of another message. The same file under the same name is kept once.',
      params: MessageParams,
      response: { 201: UploadedMedia.describe('The file is kept.') },
    },
    handler: (request, reply) =>
      withFile(async (path) => {
        const publicId = publicIdIn(request.params.id);
        const row = await copyToUploads(ctx, parts, request, { publicId, path });
        return reply.code(201).send(viewUpload(row));
      }),
  });
}
