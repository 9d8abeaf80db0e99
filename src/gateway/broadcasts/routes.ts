import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Account } from '../../platform/accounts/account.ts';
import { STORAGE_ERRORS } from '../../platform/accounts/storage/storage.ts';
import type { ApiErrorCode } from '../../platform/lib/error-codes.ts';
import type { Http } from '../../platform/lib/http/http.ts';
import { localTime } from '../hours/days.ts';
import { hoursOf } from '../hours/hours.ts';
import type { Parts } from '../messages/admission/check-content.ts';
import { TEMPLATE_ERRORS } from '../messages/send-call.ts';
import * as broadcasts from './broadcast.ts';
import { idOf } from './broadcast-id.ts';
import { changeBroadcast } from './change.ts';
import { type BroadcastFiles, fetchGiven } from './file.ts';
import {
  Broadcast,
  BroadcastBrief,
  BroadcastPage,
  BroadcastParams,
  ChangeBroadcast,
  CREATE_ITEMS,
  CREATE_LIMIT,
  CreateBroadcast,
  CreatedBroadcast,
  ListBroadcasts,
  planExamples,
} from './schema.ts';
import type { BroadcastRow } from './store.ts';
import { viewBrief, viewBroadcast, viewCreated, viewItem } from './view.ts';

const TAGS = ['Broadcasts'];
/** A header, because the answer has the contract's fields alone. */
const LOCAL = 'X-Kurir-Scheduled-Local';

/** The contract's endpoints, extended by list, change, pause, cancel and retry. */
export function broadcastRoutes(http: Http, parts: Parts, files: BroadcastFiles): void {
  const { ctx } = parts;
  creationRoute(http, parts, files);
  readingRoutes(http, ctx);
  changeRoute(http, parts, files);
  statusRoutes(http, ctx);
  retryRoute(http, ctx);
}

function creationRoute(http: Http, parts: Parts, files: BroadcastFiles): void {
  http.post('/v1/broadcasts', {
    bodyLimit: CREATE_LIMIT,
    config: {
      lane: 'expensive',
      stores: 'bytes',
      maxItems: CREATE_ITEMS,
      sends: 'message',
      errors: [...broadcasts.PLAN_ERRORS, ...STORAGE_ERRORS],
      documentation: {
        requestExamples: planExamples({ name: 'Promo akhir pekan' }),
        responseHeaders: {
          [LOCAL]: {
            schema: z.string().meta({
              description: 'Of a scheduled broadcast: its start in the time zone of the business hours.',
              examples: ['2025-11-22T09:00:00+07:00 (Asia/Jakarta)'],
            }),
            statuses: [201],
          },
        },
      },
    },
    schema: {
      tags: TAGS,
      operationId: 'createBroadcast',
      summary: 'Create a broadcast',
      description:
        'Creates a broadcast to all contacts that match now, each contact once. Without ' +
        '`scheduled_at` it starts immediately, after the answer. The body may have 4 MiB.',
      body: CreateBroadcast,
      response: { 201: CreatedBroadcast.describe('The broadcast was created.') },
    },
    // The host of a file may be slow: after what refuses the call, and before the call takes its turn.
    preValidation: async (request) => {
      const { data } = CreateBroadcast.safeParse(request.body);
      if (!data?.media_url) return;
      const { device } = await broadcasts.readPlan(parts, request.account, data);
      const media_id = await fetchGiven(parts.ctx, files, request, device, data);
      request.body = { ...request.body, media_url: null, media_id };
    },
    handler: async (request, reply) => {
      const broadcast = await broadcasts.createBroadcast(parts, request.account, request.body);
      const { account_id, device_id, scheduled_at } = broadcast;
      if (scheduled_at) {
        void reply.header(LOCAL, localTime(await hoursOf(parts.ctx.db, account_id, device_id), scheduled_at));
      }
      return reply.code(201).send(viewCreated(broadcast));
    },
  });
}

function readingRoutes(http: Http, ctx: Context): void {
  http.get('/v1/broadcasts', {
    config: { errors: [] },
    schema: {
      tags: TAGS,
      operationId: 'listBroadcasts',
      summary: 'List broadcasts',
      description: 'Lists broadcasts in pages, newest first.',
      querystring: ListBroadcasts,
      response: { 200: BroadcastPage.describe('One page.') },
    },
    handler: async (request) => {
      const { broadcasts: list, ...page } = await broadcasts.listBroadcasts(
        ctx,
        request.account.id,
        request.query,
      );
      return { data: list.map(viewItem), ...page };
    },
  });

  http.get('/v1/broadcasts/:id', {
    config: { errors: ['broadcast_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'getBroadcast',
      summary: 'Get a broadcast',
      description: 'Shows a broadcast with its current counts, which add up to `total_recipients`.',
      params: BroadcastParams,
      response: { 200: Broadcast.describe('The broadcast.') },
    },
    handler: async (request) => {
      return viewBroadcast(await broadcasts.getBroadcast(ctx, request.account, idOf(request.params.id)));
    },
  });
}

function changeRoute(http: Http, parts: Parts, files: BroadcastFiles): void {
  http.patch('/v1/broadcasts/:id', {
    bodyLimit: CREATE_LIMIT,
    config: {
      lane: 'outside',
      stores: 'bytes',
      sends: 'later',
      maxItems: CREATE_ITEMS,
      errors: [
        ...broadcasts.TARGET_ERRORS,
        'broadcast_not_scheduled',
        'media_not_found',
        ...TEMPLATE_ERRORS,
        ...STORAGE_ERRORS,
      ],
    },
    schema: {
      tags: TAGS,
      operationId: 'changeBroadcast',
      summary: 'Change a scheduled broadcast',
      description:
        'Changes the given fields while the broadcast is `scheduled`; `scheduled_at` null starts it now. A file or a ' +
        'template replaces the whole message. `message_template` alone replaces the text, or the caption. ' +
        '`tags`, `contact_ids`, `recipients_of` or `segment_id` replace all recipients. The device stays.',
      params: BroadcastParams,
      body: ChangeBroadcast,
      response: { 200: Broadcast.describe('The broadcast with its changes.') },
    },
    handler: async (request) => {
      const { account, params } = request;
      const id = idOf(params.id);
      await changeBroadcast(parts, account, id, request.body, (device, message) =>
        fetchGiven(parts.ctx, files, request, device, message),
      );
      return viewBroadcast(await broadcasts.getBroadcast(parts.ctx, account, id));
    },
  });
}

type Change = (ctx: Context, account: Account, id: number) => Promise<BroadcastRow>;

interface StatusRoute {
  summary: string;
  description: string;
  answer: string;
  errors: ApiErrorCode[];
}

function statusRoutes(http: Http, ctx: Context): void {
  const add = (name: 'resume' | 'pause' | 'cancel', change: Change, route: StatusRoute) => {
    http.post(`/v1/broadcasts/:id/${name}`, {
      config: { errors: ['broadcast_not_found', ...route.errors] },
      schema: {
        tags: TAGS,
        operationId: `${name}Broadcast`,
        summary: route.summary,
        description: route.description,
        params: BroadcastParams,
        response: { 200: BroadcastBrief.describe(route.answer) },
      },
      handler: async (request) => viewBrief(await change(ctx, request.account, idOf(request.params.id))),
    });
  };

  add('resume', broadcasts.resumeBroadcast, {
    summary: 'Resume a broadcast',
    description:
      'Continues with the pending recipients. Counts and `started_at` stay. A broadcast that was ' +
      'paused before its `scheduled_at` waits for this time again.',
    answer: 'The broadcast continues.',
    errors: ['broadcast_not_paused', 'device_not_connected'],
  });
  add('pause', broadcasts.pauseBroadcast, {
    summary: 'Pause a broadcast',
    description:
      'Stops sending. The remaining recipients stay pending, and messages in flight are still sent. ' +
      'You can repeat the call.',
    answer: 'The broadcast is paused.',
    errors: ['broadcast_finished'],
  });
  add('cancel', broadcasts.cancelBroadcast, {
    summary: 'Cancel a broadcast',
    description:
      'Ends the broadcast permanently. Queued messages fail with `broadcast_cancelled`, and their ' +
      'units return to the quota. The other recipients stay pending. You can repeat the call.',
    answer: 'The broadcast is cancelled.',
    errors: ['broadcast_finished'],
  });
}

function retryRoute(http: Http, ctx: Context): void {
  http.post('/v1/broadcasts/:id/retry-failed', {
    config: {
      lane: 'expensive',
      stores: 'bytes',
      errors: [
        'broadcast_not_found',
        'device_not_found',
        'no_recipients_matched',
        'media_not_found',
        ...STORAGE_ERRORS,
      ],
    },
    schema: {
      tags: TAGS,
      operationId: 'retryFailedRecipients',
      summary: 'Retry failed recipients',
      description:
        'Creates a broadcast with the same text for the failed recipients, without opt-outs and ' +
        'without recipients of an earlier retry. So you can repeat the call. To retry the failed ' +
        'recipients of a retry, call this for the retry.',
      params: BroadcastParams,
      response: { 201: BroadcastBrief.describe('The new broadcast was created.') },
    },
    handler: async (request, reply) => {
      const retry = await broadcasts.retryFailed(ctx, request.account, idOf(request.params.id));
      return reply.code(201).send(viewBrief(retry));
    },
  });
}
