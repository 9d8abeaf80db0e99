import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sent as its lines come. */
export const sendCsv = (reply: FastifyReply, fileName: string, lines: AsyncIterable<string>) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(reply.request.caller?.isUser ? forSpreadsheets(lines) : lines));

/** Without it, Excel breaks names. */
async function* forSpreadsheets(lines: AsyncIterable<string>): AsyncIterable<string> {
  let mark = '\ufeff';
  for await (const line of lines) {
    yield mark + line;
    mark = '';
  }
}
