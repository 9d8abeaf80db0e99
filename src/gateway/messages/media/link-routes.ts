import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { answerFile } from '../../../platform/lib/file-store/answer.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { answerTrouble } from '../../../platform/lib/file-store/trouble.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { Lane, newCall } from '../../../platform/lib/http/lane.ts';
import { openFileToken } from './link.ts';
import { findLinkedFile, requireStored } from './media.ts';

/** Of one account. A call is in work until its answer has left. */
const LIMITS = { working: 8, waiting: 200 };
/** Other pages may show the file, but not pass its address on. */
const HEADERS = { 'cross-origin-resource-policy': 'cross-origin', 'referrer-policy': 'no-referrer' };

/** Their addresses are in events. The log has only the route's pattern. */
export function fileLinkRoutes(http: Http, ctx: Context, files: FileStore): void {
  const lane = new Lane(LIMITS);
  http.get('/files/:token', {
    config: { staff: 'public', lane: 'outside' },
    schema: { hide: true, params: z.object({ token: z.string() }) },
    handler: async (request, reply) => {
      const messageId = openFileToken(ctx, request.params.token);
      const found = messageId === null ? null : await findLinkedFile(ctx, messageId);
      if (!found) throw new ApiError('not_found');
      const media = requireStored(found);
      await takePlace(lane, found.account_id, reply);
      return answerTrouble(ctx.log, answerFile({ files, request, reply, headers: HEADERS }, media));
    },
  });
}

function takePlace(lane: Lane, accountId: number, { raw }: FastifyReply): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new ApiError('service_unavailable'));
    const call = newCall(lane, accountId, resolve, refuse);
    // A client that has gone would keep its place.
    if (raw.destroyed) return refuse();
    raw.on('close', () => lane.left(call));
    if (!lane.enter(call)) refuse();
  });
}
