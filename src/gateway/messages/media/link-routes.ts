import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { openFileToken } from './link.ts';
import { findLinkedFile, requireStored } from './media.ts';
import { openPublicFiles } from './public-files.ts';

/** Other pages may show the file, but not pass its address on. */
const HEADERS = { 'cross-origin-resource-policy': 'cross-origin', 'referrer-policy': 'no-referrer' };

/** Their addresses are in events. The log has only the route's pattern. */
export function fileLinkRoutes(http: Http, ctx: Context, files: FileStore): void {
  const send = openPublicFiles(ctx, files);
  http.get('/files/:token', {
    config: { staff: 'public', lane: 'outside' },
    schema: { hide: true, params: z.object({ token: z.string() }) },
    handler: async (request, reply) => {
      const messageId = openFileToken(ctx, request.params.token);
      const found = messageId === null ? null : await findLinkedFile(ctx, messageId);
      if (!found) throw new ApiError('not_found');
      const file = requireStored(found);
      return send(request, reply, { accountId: found.account_id, file, headers: HEADERS });
    },
  });
}
