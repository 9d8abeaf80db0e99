import type { Account } from '../accounts/account.ts';
import type { Context } from '../context.ts';
import type { ApiErrorCode } from '../lib/errors.ts';
import { ApiError } from '../lib/errors.ts';
import type { Http } from '../lib/http/http.ts';
import * as broadcasts from './broadcast.ts';
import {
  Broadcast,
  BroadcastBrief,
  BroadcastPage,
  BroadcastParams,
  CREATE_LIMIT,
  CreateBroadcast,
  ListBroadcasts,
} from './schema.ts';
import type { BroadcastRow } from './store.ts';
import { viewBrief, viewBroadcast, viewItem } from './view.ts';

/** The broadcast endpoints of the contract; list, pause, cancel and retry are ours. */
export function broadcastRoutes(http: Http, ctx: Context): void {
  const tags = ['Broadcasts'];

  http.post(
    '/v1/broadcasts',
    {
      bodyLimit: CREATE_LIMIT,
      config: { errors: ['no_recipients_targeted', 'device_not_found', 'no_recipients_matched'] },
      schema: {
        tags,
        operationId: 'createBroadcast',
        summary: 'Create a broadcast',
        description:
          'Creates a broadcast to all contacts that match now, each contact once. Without ' +
          '`scheduled_at` it starts immediately, after the answer. The body may have 4 MiB.',
        body: CreateBroadcast,
        response: { 201: BroadcastBrief.describe('The broadcast was created.') },
      },
    },
    async (request, reply) => {
      const broadcast = await broadcasts.createBroadcast(ctx, request.account, request.body);
      return reply.code(201).send(viewBrief(broadcast));
    },
  );

  http.get(
    '/v1/broadcasts',
    {
      config: { errors: [] },
      schema: {
        tags,
        operationId: 'listBroadcasts',
        summary: 'List broadcasts',
        description: 'Lists broadcasts in pages, newest first.',
        querystring: ListBroadcasts,
        response: { 200: BroadcastPage.describe('One page.') },
      },
    },
    async (request) => {
      const { broadcasts: list, ...page } = await broadcasts.listBroadcasts(
        ctx,
        request.account.id,
        request.query,
      );
      return { data: list.map(viewItem), ...page };
    },
  );

  http.get(
    '/v1/broadcasts/:id',
    {
      config: { errors: ['broadcast_not_found'] },
      schema: {
        tags,
        operationId: 'getBroadcast',
        summary: 'Get a broadcast',
        description: 'Shows a broadcast with its current counts, which add up to `total_recipients`.',
        params: BroadcastParams,
        response: { 200: Broadcast.describe('The broadcast.') },
      },
    },
    async (request) => {
      return viewBroadcast(await broadcasts.getBroadcast(ctx, request.account, idOf(request.params.id)));
    },
  );

  const change = (
    name: 'resume' | 'pause' | 'cancel',
    act: (ctx: Context, account: Account, id: number) => Promise<BroadcastRow>,
    about: { summary: string; description: string; answer: string; errors: ApiErrorCode[] },
  ) => {
    http.post(
      `/v1/broadcasts/:id/${name}`,
      {
        config: { errors: ['broadcast_not_found', ...about.errors] },
        schema: {
          tags,
          operationId: `${name}Broadcast`,
          summary: about.summary,
          description: about.description,
          params: BroadcastParams,
          response: { 200: BroadcastBrief.describe(about.answer) },
        },
      },
      async (request) => viewBrief(await act(ctx, request.account, idOf(request.params.id))),
    );
  };

  change('resume', broadcasts.resumeBroadcast, {
    summary: 'Resume a broadcast',
    description:
      'Continues with the pending recipients. Counts and `started_at` stay. A broadcast that was ' +
      'paused before its `scheduled_at` waits for this time again.',
    answer: 'The broadcast continues.',
    errors: ['broadcast_not_paused', 'device_not_connected'],
  });
  change('pause', broadcasts.pauseBroadcast, {
    summary: 'Pause a broadcast',
    description:
      'Stops sending. The remaining recipients stay pending, and messages in flight are still sent. ' +
      'You can repeat the call.',
    answer: 'The broadcast is paused.',
    errors: ['broadcast_finished'],
  });
  change('cancel', broadcasts.cancelBroadcast, {
    summary: 'Cancel a broadcast',
    description:
      'Ends the broadcast permanently. Queued messages fail with `broadcast_cancelled`, and their ' +
      'units return to the quota. The other recipients stay pending. You can repeat the call.',
    answer: 'The broadcast is cancelled.',
    errors: ['broadcast_finished'],
  });

  http.post(
    '/v1/broadcasts/:id/retry-failed',
    {
      config: { errors: ['broadcast_not_found', 'device_not_found', 'no_recipients_matched'] },
      schema: {
        tags,
        operationId: 'retryFailedRecipients',
        summary: 'Retry failed recipients',
        description:
          'Creates a broadcast with the same text for the failed recipients, without opt-outs and ' +
          'without recipients of an earlier retry. So you can repeat the call. To retry the failed ' +
          'recipients of a retry, call this for the retry.',
        params: BroadcastParams,
        response: { 201: BroadcastBrief.describe('The new broadcast was created.') },
      },
    },
    async (request, reply) => {
      const retry = await broadcasts.retryFailed(ctx, request.account, idOf(request.params.id));
      return reply.code(201).send(viewBrief(retry));
    },
  );
}

/** What is no id of ours is simply unknown. */
function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError('broadcast_not_found');
  return Number(text);
}
