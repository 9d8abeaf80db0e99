import type { Context } from '../../../context.ts';
import type { PauseNotice } from '../../../platform/lib/http/health.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { readHealth } from './health.ts';
import { OperatorHealth } from './schema.ts';
import { viewHealth } from './view.ts';

/** What the routes cannot read from the database. */
export interface Installation {
  hasSandbox: boolean;
  paused: PauseNotice;
}

export function healthPageRoutes(http: Http, ctx: Context, { hasSandbox, paused }: Installation): void {
  http.get('/app/api/operator/health', {
    config: { staff: 'operator', lane: 'expensive', errors: [] },
    schema: {
      tags: ['Operator'],
      operationId: 'getOperatorHealth',
      summary: 'Get the health of the installation',
      description:
        'Processes on all machines, the database, queues, devices, the disk of this machine and the last backup, ' +
        'with warnings.',
      response: { 200: OperatorHealth.describe('The health.') },
    },
    handler: async () => {
      const health = await readHealth(ctx, { isPaused: paused() !== null });
      return viewHealth(health, { isEmbedded: !ctx.config.DATABASE_URL, hasSandbox });
    },
  });
}
