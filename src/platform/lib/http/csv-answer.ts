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

/** Excel shows, and stores again, 12 digits and more as 6.28E+12. An import reads both forms. */
async function* withGroups(rows: CsvRows): CsvRows {
  for await (const some of rows) yield some.map((cells) => cells.map(grouped));
}

const grouped = (cell: string) =>
  /^\d{12,15}$/.test(cell) ? cell.replace(/(\d{4})(\d{4})$/, '-$1-$2') : cell;

/** The first one that the browser asks for. */
const languageOf = ({ headers }: FastifyRequest): string =>
  headers['accept-language']?.split(/[,;]/)[0]?.trim() ?? '';
