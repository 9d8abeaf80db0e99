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
          'The recipients are the contacts that match at this moment, each of them once. Without `scheduled_at` it starts at once; the answer does not wait for that. The body may have 4 MiB.',
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
        description: 'Pages of broadcasts, the newest first.',
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
        description: 'Its counts are those of this moment and always add up to `total_recipients`.',
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
      'Goes on with the recipients that are still pending. Counts and `started_at` are kept. One that was paused before its `scheduled_at` waits for that again.',
    answer: 'It goes on.',
    errors: ['broadcast_not_paused', 'device_not_connected'],
  });
  change('pause', broadcasts.pauseBroadcast, {
    summary: 'Pause a broadcast',
    description:
      'The recipients that are left stay pending; messages that the device has in hand still go out. Repeating the call answers the same.',
    answer: 'It is paused.',
    errors: ['broadcast_finished'],
  });
  change('cancel', broadcasts.cancelBroadcast, {
    summary: 'Cancel a broadcast',
    description:
      'Nobody else is sent anything, for good. Queued messages end as `failed` with `broadcast_cancelled` and give their quota back; the other recipients stay pending. Repeating the call answers the same.',
    answer: 'It is cancelled.',
    errors: ['broadcast_finished'],
  });

  http.post(
    '/v1/broadcasts/:id/retry-failed',
    {
      config: { errors: ['broadcast_not_found', 'device_not_found', 'no_recipients_matched'] },
      schema: {
        tags,
        operationId: 'retryFailedRecipients',
        summary: 'Try failed recipients again',
        description:
          'A new broadcast with the same text, to those whose message has failed by now. Left out are customers who want no broadcasts, and those whom an earlier retry tries or has tried: repeating the call reaches nobody twice, also after a cancellation. Whom a retry failed to reach, its own retry tries again.',
        params: BroadcastParams,
        response: { 201: BroadcastBrief.describe('The new broadcast.') },
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
