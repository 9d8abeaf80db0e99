import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import type { Http } from '../../../../platform/lib/http/http.ts';
import { sendTagged, withTag } from '../../../../platform/lib/http/tagged.ts';
import { callbackHeader } from '../../forward.ts';
import { PAGE_ERRORS, type SandboxPage, TAGS } from '../page.ts';
import { PhoneParams } from '../schema.ts';
import { viewChat } from '../view.ts';
import { getChat, listChats, listMessages, openFile, readChat, sendFromPhone } from './chat.ts';
import { sendFile } from './file.ts';
import {
  ChatList,
  ChatParams,
  FileParams,
  MessageList,
  ReadChat,
  SEND_LIMIT,
  SendFromPhone,
  SentMessage,
} from './schema.ts';

const ONE = '/app/api/sandbox/phones/:number/chats';
const CHAT_ERRORS = [...PAGE_ERRORS, 'sandbox_phone_not_found', 'sandbox_chat_not_found'] as const;
const POLLED = 'Poll it every second with the last `ETag` as `If-None-Match`: an unchanged answer is 304.';

/** The screen of a phone: its chats with the numbers of the account, over both engines. */
export function chatRoutes(http: Http, ctx: Context, page: SandboxPage): void {
  readingRoutes(http, ctx, page);
  fileRoute(http, ctx, page);
  sendingRoute(http, ctx, page);
  readRoute(http, ctx, page);
}

function readingRoutes(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.get(ONE, {
    onRequest,
    config: { staff: 'agent', lane: 'outside', errors: [...PAGE_ERRORS, 'sandbox_phone_not_found'] },
    schema: {
      tags: TAGS,
      operationId: 'listSandboxChats',
      summary: 'List the chats of a phone',
      description:
        'Lists every device number to which the phone can write, the newest chat first. The phone of a device ' +
        `also lists the other phones. ${POLLED}`,
      params: PhoneParams,
      response: { 200: ChatList.describe('The chats.') },
    },
    handler: async (request, reply) => {
      const chats = await listChats(ctx, address, request.account, request.params.number);
      return sendIfChanged(request, reply, { data: chats.map(viewChat) });
    },
  });

  http.get(`${ONE}/:peer/messages`, {
    onRequest,
    config: { staff: 'agent', lane: 'outside', errors: [...CHAT_ERRORS] },
    schema: {
      tags: TAGS,
      operationId: 'listSandboxMessages',
      summary: 'List the messages of a chat',
      description: `Lists the newest 100 messages, oldest first. ${POLLED}`,
      params: ChatParams,
      response: { 200: MessageList.describe('The messages.') },
    },
    handler: async (request, reply) => {
      const { number, peer } = request.params;
      const chat = await getChat(ctx, request.account, number, peer);
      return sendIfChanged(request, reply, await listMessages(address, chat));
    },
  });
}

/** 304 for a caller who has this answer. */
function sendIfChanged(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const { bytes, etag } = withTag(JSON.stringify(body));
  return sendTagged(request, reply.type('application/json; charset=utf-8'), etag, bytes, 'no-store');
}

function fileRoute(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.get(`${ONE}/:peer/messages/:id/media`, {
    onRequest,
    config: {
      staff: 'agent',
      lane: 'files',
      errors: [...CHAT_ERRORS, 'message_not_found'],
      documentation: { files: [200] },
    },
    schema: {
      tags: TAGS,
      operationId: 'getSandboxMedia',
      summary: 'Download the file of a message',
      description: 'Browsers show pictures, audio and video. Other files are attachments.',
      params: FileParams,
      response: { 200: z.unknown().describe('The file.') },
    },
    handler: async (request, reply) => {
      const { number, peer, id } = request.params;
      const chat = await getChat(ctx, request.account, number, peer);
      return sendFile(reply, await openFile(address, chat, id));
    },
  });
}

function sendingRoute(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.post(`${ONE}/:peer/messages`, {
    onRequest,
    bodyLimit: SEND_LIMIT,
    config: {
      staff: 'agent',
      lane: 'outside',
      errors: [...CHAT_ERRORS, 'message_not_found', 'sandbox_refused'],
    },
    schema: {
      tags: TAGS,
      operationId: 'sendFromSandboxPhone',
      summary: 'Send from a phone',
      description:
        'The person writes to the number of the chat. Send exactly one of `text`, `file`, `sample`, `choice` ' +
        'and `reaction`.',
      params: ChatParams,
      body: SendFromPhone,
      response: { 201: SentMessage.describe('The message is sent.') },
    },
    handler: async (request, reply) => {
      const { account, params, body } = request;
      const chat = await getChat(ctx, account, params.number, params.peer);
      return reply.code(201).send({ id: await sendFromPhone(address, chat, body, callbackHeader(request)) });
    },
  });
}

function readRoute(http: Http, ctx: Context, { address, onRequest }: SandboxPage): void {
  http.post(`${ONE}/:peer/read`, {
    onRequest,
    config: { staff: 'agent', lane: 'outside', errors: [...CHAT_ERRORS] },
    schema: {
      tags: TAGS,
      operationId: 'readSandboxChat',
      summary: 'Read a chat on the phone',
      description: 'The phone reads all messages of the chat. Their status becomes `read`.',
      params: ChatParams,
      response: { 200: ReadChat.describe('The phone has read the chat.') },
    },
    handler: async (request) => {
      const { number, peer } = request.params;
      await readChat(address, await getChat(ctx, request.account, number, peer), callbackHeader(request));
      return { number: peer };
    },
  });
}
