import type { Context } from '../../../context.ts';
import { record } from '../../../platform/audit/audit.ts';
import { ApiError } from '../../../platform/lib/errors.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { viewPage } from '../../../platform/lib/page.ts';
import { runBackup } from '../../backup/child.ts';
import { asOperator } from '../acting.ts';
import { backupCommands, listBackups, nightlyBackups } from './backup.ts';
import { restoreLines } from './restore-lines.ts';
import { BEGINNING, noteRun, readRun } from './run.ts';
import { BackupPage, ListBackups, StartedBackup } from './schema.ts';
import { viewBackup } from './shown-backup.ts';

const tags = ['Operator'];

export function backupRoutes(http: Http, ctx: Context): void {
  http.get('/app/api/operator/backups', {
    config: { staff: 'operator', lane: 'reads', errors: [] },
    schema: {
      tags,
      operationId: 'listBackups',
      summary: 'List backups',
      description:
        'Lists the backups that are recorded, the newest record first, the one that is being made, and how to make ' +
        'and restore one. No call returns a backup: it has the data of all accounts.',
      querystring: ListBackups,
      response: { 200: BackupPage.describe('One page.') },
    },
    handler: async ({ query }) => ({
      ...viewPage(await listBackups(ctx, query), viewBackup),
      commands: backupCommands(ctx.config),
      restore: await restoreLines(ctx),
      nightly: nightlyBackups(ctx.config),
      run: await readRun(ctx),
    }),
  });
  startRoute(http, ctx);
}

function startRoute(http: Http, ctx: Context): void {
  const stopping = new AbortController();
  http.addHook('onClose', async () => stopping.abort());
  http.post('/app/api/operator/backups', {
    config: { staff: 'operator', errors: ['backup_running', 'backup_place_missing'] },
    schema: {
      tags,
      operationId: 'startBackup',
      summary: 'Make a backup',
      description:
        'Makes a backup in `KURIR_BACKUP_TO` while Kurir runs, and restores it for a test. `run` of the list shows ' +
        'its progress, and why it failed. A stop of the gateway ends it.',
      response: { 202: StartedBackup.describe('It has begun.') },
    },
    handler: async (request, reply) => {
      const { KURIR_BACKUP_TO: to } = ctx.config;
      if (to === undefined) throw new ApiError('backup_place_missing');
      const now = await readRun(ctx);
      if (now !== null && now.state !== 'failed') throw new ApiError('backup_running');
      const operator = asOperator(ctx, request);
      await operator.db.transaction((tx) =>
        record(tx, operator, [{ action: 'backup.started', accountId: null, target: to, detail: {} }]),
      );
      const run = await noteRun(ctx, BEGINNING);
      void start(ctx, stopping.signal);
      return reply.code(202).send({ run });
    },
  });
}

async function start(ctx: Context, stopping: AbortSignal): Promise<void> {
  try {
    const reason = await runBackup(ctx, ['--verify', '--json'], stopping);
    if (reason !== null && !stopping.aborted) ctx.log.error({ reason }, 'backup.failed');
  } catch (error) {
    ctx.log.error({ err: error }, 'backup.not_started');
  }
}
