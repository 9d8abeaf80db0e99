import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { answerFile, answerThumbnail, type KeptFile } from './answer.ts';
import type { FileStore } from './file-store.ts';
import { answerTrouble } from './trouble.ts';

export const FileQuery = z.object({
  thumbnail: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description: '`true`: a small picture of an image, at most 320 pixels wide and high.',
      examples: ['true'],
    }),
});

export const FILE_RESPONSES = {
  200: z.unknown().describe('The file.'),
  206: z.unknown().describe('The range of the file.'),
};

/** Or its thumbnail. ApiErrors of `answerFile` and `answerThumbnail`. */
export function sendFile(
  { log, files }: { log: Log; files: FileStore },
  request: FastifyRequest<{ Querystring: z.infer<typeof FileQuery> }>,
  reply: FastifyReply,
  file: KeptFile,
): Promise<FastifyReply> {
  const answer = request.query.thumbnail === 'true' ? answerThumbnail : answerFile;
  return answerTrouble(log, answer({ files, request, reply }, file));
}
