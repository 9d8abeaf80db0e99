import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type CsvRows, csvLine, type Separator, separatorFor } from '../csv-line.ts';

/** Sent as its rows come. */
export const sendCsv = (reply: FastifyReply, fileName: string, rows: CsvRows) =>
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(reply.request.caller?.isUser ? forSpreadsheets(reply, rows) : partsOf(rows, ',')));

async function* partsOf(rows: CsvRows, separator: Separator): AsyncIterable<string> {
  for await (const some of rows) yield some.map((cells) => csvLine(cells, separator)).join('');
}

/** Without the mark, Excel breaks names. */
async function* forSpreadsheets({ request }: FastifyReply, rows: CsvRows): AsyncIterable<string> {
  yield '\ufeff';
  yield* partsOf(withGroups(rows), separatorFor(languageOf(request)));
}

/** Excel shows, and stores again, 12 digits and more as 6.28E+12. An import of contacts reads both forms. */
async function* withGroups(rows: CsvRows): CsvRows {
  let phoneAt: number | undefined;
  for await (const some of rows) {
    phoneAt ??= some[0]?.indexOf('phone') ?? -1;
    yield some.map((cells) => cells.map((cell, at) => (at === phoneAt ? grouped(cell) : cell)));
  }
}

const grouped = (cell: string) => cell.replace(/^(\d{4,7})(\d{4})(\d{4})$/, '$1-$2-$3');

/** The first one that the browser asks for. */
const languageOf = ({ headers }: FastifyRequest): string =>
  headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '';
