import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendUntrustedFile } from '../http.ts';
import { NumberParams } from '../schema.ts';
import { describeChat, isTyping, listMessages, listPeers, openFile, readChat, type World } from './screen.ts';

const MAX_LISTED = 1_000;

/** A parameter that may be repeated. */
const several = z
  .union([z.string(), z.array(z.string()).max(MAX_LISTED)])
  .default([])
  .transform((value) => [value].flat());

/** `official`: the `phone_number_id` of business numbers. */
const ChatQuery = z.object({ with: z.string(), official: several });
const MessagesQuery = ChatQuery.extend({ limit: z.coerce.number().int().min(1).max(1_000).default(100) });
const ChatsQuery = z.object({ with: several, official: several });
const ChatBody = z.object({ with: z.string(), official: z.array(z.string()).max(MAX_LISTED).default([]) });
const LinesQuery = z.object({ number: several });
const FileParams = NumberParams.extend({ id: z.string() });

/** The screen of a phone: its chats on both networks. */
export function screenRoutes(scope: FastifyInstance, world: World): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();
  const one = '/sandbox/phones/:number';
  const params = NumberParams;

  http.get('/sandbox/lines', { schema: { querystring: LinesQuery } }, async (request) => {
    const phones = request.query.number.flatMap((number) => world.net.store.findPhone(number) ?? []);
    return { data: phones.map(({ number, line }) => ({ number, line })) };
  });

  http.get(`${one}/peers`, { schema: { params } }, async (request) => ({
    data: listPeers(world, request.params.number),
  }));

  http.get(`${one}/chats`, { schema: { params, querystring: ChatsQuery } }, async (request) => {
    const phone = request.params.number;
    const { with: peers, official } = request.query;
    const chats = peers.map((peer) => ({ phone, peer, official: idsOf(world, peer, official) }));
    return { data: chats.flatMap((chat) => describeChat(world, chat) ?? []) };
  });

  http.get(`${one}/chat`, { schema: { params, querystring: MessagesQuery } }, async (request) => {
    const { with: peer, official, limit } = request.query;
    const chat = { phone: request.params.number, peer, official };
    return { data: listMessages(world, chat, limit), typing: isTyping(world, chat) };
  });

  http.get(
    `${one}/chat/:id/media`,
    { schema: { params: FileParams, querystring: ChatQuery } },
    async (request, reply) => {
      const { number: phone, id } = request.params;
      const { with: peer, official } = request.query;
      return sendUntrustedFile(reply, await openFile(world, { phone, peer, official }, id));
    },
  );

  http.post(`${one}/chat/read`, { schema: { params, body: ChatBody } }, async (request) => {
    const { with: peer, official } = request.body;
    await readChat(world, { phone: request.params.number, peer, official });
    return { number: peer };
  });
}

const idsOf = ({ cloud }: World, peer: string, ids: readonly string[]) =>
  ids.filter((id) => cloud.numbers.get(id)?.digits === peer);
