import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { SandboxError } from './errors.ts';
import { sendUntrustedFile } from './http.ts';
import {
  MessageParams,
  MessagesQuery,
  NewPhoneBody,
  NumberParams,
  ReadBody,
  ScanBody,
  SendBody,
} from './schema.ts';
import { viewMessage, viewPhone } from './view.ts';
import { ATTACHMENT_TYPES, openAttachment, uploadAttachment } from './whatsapp/attachments.ts';
import { FaultsChange } from './whatsapp/faults.ts';
import { changeFaults, changeLine, LINE_ACTIONS } from './whatsapp/line-control.ts';
import type { Network } from './whatsapp/network.ts';
import { scanQr } from './whatsapp/pairing.ts';
import { createPhone, getPhone, readMessage, sendFromPhone } from './whatsapp/phones.ts';
import { decodeContent } from './whatsapp/signal.ts';

const CONTROL_LIMIT_BYTES = 32 * 1024 * 1024;
const DEFAULT_MIMETYPES = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg; codecs=opus',
  document: 'application/octet-stream',
};

/** Addresses of the two networks, and the root that clients of the phone network have to trust (base64). */
export interface Addresses {
  whatsapp_url: string;
  graph_url: string;
  trust_root: string;
}

/** The hands of whoever plays the outside world: what people do on their phones, and what goes wrong in the network. */
export async function controlRoutes(
  scope: FastifyInstance,
  { net, addresses }: { net: Network; addresses: () => Addresses },
): Promise<void> {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  http.get('/sandbox', async () => addresses());

  http.get('/sandbox/phones', async () => ({
    data: net.store.listPhones().map((phone) => viewPhone(net, phone)),
  }));

  http.post('/sandbox/phones', { schema: { body: NewPhoneBody } }, async (request, reply) => {
    const { phone, isNew } = createPhone(net, request.body.number, request.body.name);
    await net.store.db.committed();
    return reply.code(isNew ? 201 : 200).send(viewPhone(net, phone));
  });

  http.get('/sandbox/phones/:number', { schema: { params: NumberParams } }, async (request) =>
    viewPhone(net, getPhone(net, request.params.number)),
  );

  http.post(
    '/sandbox/phones/:number/scan',
    { schema: { params: NewPhoneBody.pick({ number: true }), body: ScanBody } },
    async (request) => {
      const { phone } = createPhone(net, request.params.number);
      return scanQr(net, phone, request.body.qr);
    },
  );

  http.post(
    '/sandbox/phones/:number/messages',
    { schema: { params: NumberParams, body: SendBody }, bodyLimit: CONTROL_LIMIT_BYTES },
    async (request, reply) => {
      const from = getPhone(net, request.params.number);
      const to = getPhone(net, request.body.to);
      const content = await contentOf(net, request.body);
      const wa_message_id = await sendFromPhone(net, from, to, content, request.body.addressing);
      return reply.code(201).send({ wa_message_id });
    },
  );

  http.get(
    '/sandbox/phones/:number/messages',
    { schema: { params: NumberParams, querystring: MessagesQuery } },
    async (request) => {
      const { number } = getPhone(net, request.params.number);
      const { after, limit } = request.query;
      const afterSeq = after === undefined ? 0 : findMessage(net, number, after).seq;
      return { data: net.store.listMessages(number, afterSeq, limit).map(viewMessage) };
    },
  );

  http.get(
    '/sandbox/phones/:number/messages/:wa_message_id/media',
    { schema: { params: MessageParams } },
    async (request, reply) => {
      const { number } = getPhone(net, request.params.number);
      const { content } = findMessage(net, number, request.params.wa_message_id);
      const file = content && (await openAttachment(net.media, decodeContent(content)));
      if (!file) throw new SandboxError('message_not_found', 'This message has no file.');
      return sendUntrustedFile(reply, file);
    },
  );

  http.post(
    '/sandbox/phones/:number/read',
    { schema: { params: NumberParams, body: ReadBody } },
    async (request) => {
      const { wa_message_id } = request.body;
      await readMessage(net, getPhone(net, request.params.number), wa_message_id);
      return { wa_message_id };
    },
  );

  for (const action of LINE_ACTIONS) {
    http.post(`/sandbox/numbers/:number/${action}`, { schema: { params: NumberParams } }, async (request) => {
      const { number } = request.params;
      return { number, line: await changeLine(net, number, action) };
    });
  }

  http.post(
    '/sandbox/numbers/:number/faults',
    { schema: { params: NumberParams, body: FaultsChange } },
    async (request) => {
      const { number } = request.params;
      return { number, faults: await changeFaults(net, number, request.body) };
    },
  );

  http.post('/sandbox/faults', { schema: { body: FaultsChange } }, async (request) => ({
    faults: await changeFaults(net, null, request.body),
  }));
}

function findMessage(net: Network, number: string, waMessageId: string) {
  const message =
    net.store.findMessage(number, waMessageId, 'in') ?? net.store.findMessage(number, waMessageId, 'out');
  if (!message) throw new SandboxError('message_not_found');
  return message;
}

async function contentOf(net: Network, body: SendBody) {
  const type = ATTACHMENT_TYPES.find((each) => body[each]);
  const file = type && body[type];
  if (!file) return { conversation: body.text ?? '' };
  return uploadAttachment(net.media, {
    type,
    bytes: Buffer.from(file.data, 'base64'),
    mimetype: file.mimetype ?? DEFAULT_MIMETYPES[type],
    caption: file.caption ?? null,
    fileName: file.file_name ?? null,
  });
}
