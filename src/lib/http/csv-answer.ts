import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A CSV file for a download, sent as its lines come. */
export const sendCsv = (reply: FastifyReply, fileName: string, lines: AsyncIterable<string>) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(lines));
