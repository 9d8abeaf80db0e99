import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import { answerFile, type KeptFile } from '../../../platform/lib/file-store/answer.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { answerTrouble } from '../../../platform/lib/file-store/trouble.ts';
import { Lane, newCall } from '../../../platform/lib/http/lane.ts';

/** Of one account. A call is in work until its answer has left. */
const LIMITS = { working: 8, waiting: 200 };

interface PublicFile {
  accountId: number;
  file: KeptFile;
  headers: Record<string, string>;
}

/** Sends files to callers without a key. ApiError service_unavailable, and those of `answerFile`. */
export function openPublicFiles({ log }: Pick<Context, 'log'>, files: FileStore) {
  const lane = new Lane(LIMITS);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { accountId, file, headers }: PublicFile,
  ): Promise<FastifyReply> => {
    await takePlace(lane, accountId, reply);
    return answerTrouble(log, answerFile({ files, request, reply, headers }, file));
  };
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
