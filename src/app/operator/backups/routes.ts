import type { Context } from '../../../context.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { backupCommands, listBackups, nightlyBackups } from './backup.ts';
import { BackupPage, ListBackups } from './schema.ts';
import { viewBackup } from './shown-backup.ts';

export function backupRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/operator/backups', {
    config: { staff: 'operator', lane: 'reads', errors: [] },
    schema: {
      tags: ['Operator'],
      operationId: 'listBackups',
      summary: 'List backups',
      description:
        'Lists the backups that are recorded, the newest record first, and how to make one. ' +
        'No call makes or returns a backup: it has the data of all accounts.',
      querystring: ListBackups,
      response: { 200: BackupPage.describe('One page.') },
    },
    handler: async ({ query }) => ({
      ...viewPage(await listBackups(ctx, query), viewBackup),
      commands: backupCommands(ctx.config),
      nightly: nightlyBackups(ctx.config),
    }),
  });
}
