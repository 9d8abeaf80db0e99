import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { api, ok } from '../../../../api/client.ts';
import type { Schema } from '../../../../api/schemas.ts';
import { pagesQuery } from '../../../../queries/pages.ts';
import { PAGE } from '../queries.ts';

export type Table = Schema<'KnowledgeTable'>;
export type Role = Table['columns'][number]['role'];
export type UploadReport = Schema<'KnowledgeTableUpload'>;

export const ROLES: readonly Role[] = [
  ...(['name', 'variant', 'key', 'aliases', 'price', 'stock', 'unit', 'text', 'hidden'] as const),
];

/** All tables: an account has at most 20. */
export const tablesQuery = queryOptions({
  queryKey: ['assistant', 'tables'],
  queryFn: () => call('GET /knowledge/tables', { query: { limit: 50 } }),
});

export const tableQuery = (id: string) =>
  queryOptions({
    queryKey: ['assistant', 'table', id],
    queryFn: () => call('GET /knowledge/tables/{id}', { id }),
  });

export const rowsQuery = (id: string) =>
  pagesQuery(['assistant', 'table-rows', id], (cursor) =>
    call('GET /knowledge/tables/{id}/rows', { id, query: { limit: PAGE, cursor } }),
  );

const csvBody = (csv: string) => ({
  headers: { 'content-type': 'text/csv' },
  body: csv,
  bodySerializer: (text: string) => text,
});

/** A new table, which is not used before its columns are looked at. `isCheck`: nothing is stored. */
export const uploadTable = (
  csv: string,
  { name, nameColumn, isCheck }: { name: string; nameColumn: string; isCheck: boolean },
): Promise<UploadReport> =>
  ok(
    api.POST('/app/api/knowledge/tables', {
      params: {
        query: {
          name,
          enabled: 'false',
          dry_run: isCheck ? 'true' : 'false',
          ...(nameColumn !== '' && { name_column: nameColumn }),
        },
      },
      ...csvBody(csv),
    }),
  );

/** All rows of a table by those of a file. */
export const replaceRows = (id: string, csv: string, isCheck: boolean): Promise<UploadReport> =>
  ok(
    api.PUT('/app/api/knowledge/tables/{id}/rows', {
      params: { path: { id }, query: { dry_run: isCheck ? 'true' : 'false' } },
      ...csvBody(csv),
    }),
  );
