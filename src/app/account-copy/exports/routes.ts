import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import { answerFile } from '../../../platform/lib/file-store/answer.ts';
import { FILE_RESPONSES } from '../../../platform/lib/file-store/file-route.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import { answerTrouble } from '../../../platform/lib/file-store/trouble.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { KEPT_DAYS, listExports, MAX_LISTED, requestExport, useExport } from './export-request.ts';
import { AccountExport, AccountExportList, ExportParams } from './schema.ts';
import { viewExport } from './view.ts';

const tags = ['Account'];
const config = { staff: 'owner', requiresFull: true } as const;

/** Extensions of the contract. */
export function exportRoutes(http: Http, ctx: Context, files: FileStore): void {
  http.post('/v1/account-exports', {
    config: { ...config, lane: 'expensive', errors: ['export_running'], asksProof: true },
    schema: {
      tags,
      operationId: 'requestAccountExport',
      summary: 'Export the account',
      description:
        'Makes a ZIP of the account with its files in the background, as `kurir account export` does: without keys, ' +
        `passwords and secrets. The file stays for ${KEPT_DAYS} days, or until the next export. An erasure removes it.`,
      response: { 202: AccountExport.describe('The export waits for its turn.') },
    },
    async handler(request, reply) {
      const made = await requestExport(onBehalfOf(ctx, request), request.account);
      return reply.code(202).send(viewExport(made));
    },
  });

  http.get('/v1/account-exports', {
    config: { ...config, lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listAccountExports',
      summary: 'List exports of the account',
      description: `Lists the latest ${MAX_LISTED} exports, newest first.`,
      response: { 200: AccountExportList.describe('The exports.') },
    },
    handler: async ({ account }) => ({ data: (await listExports(ctx, account)).map(viewExport) }),
  });

  http.get('/v1/account-exports/:id/file', {
    config: {
      ...config,
      lane: 'files',
      documentation: { files: [200, 206] },
      errors: ['export_not_found', 'export_not_ready', 'media_unavailable', 'range_not_satisfiable'],
    },
    schema: {
      tags,
      operationId: 'downloadAccountExport',
      summary: 'Download an export',
      description: 'The ZIP. Each download is in the audit log.',
      params: ExportParams,
      response: FILE_RESPONSES,
    },
    async handler(request, reply) {
      const found = await useExport(onBehalfOf(ctx, request), request.account, request.params.id);
      const { id, file_id, size, sha256, requested_at } = found;
      const day = requested_at.toISOString().slice(0, 10);
      const about = { kind: 'export', mimetype: 'application/zip', has_thumbnail: false };
      const file = { ...about, file_id: file_id ?? id, file_name: `kurir-export-${day}.zip`, size, sha256 };
      return answerTrouble(ctx.log, answerFile({ files, request, reply }, file));
    },
  });
}
