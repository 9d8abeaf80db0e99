import Fastify from 'fastify';

/** The limit: a bare Fastify that reads the same request and answers the same bytes, and does nothing in between. */
const http = Fastify();
http.post('/v1/messages', (_request, reply) =>
  reply.code(202).send({
    id: 123_456,
    status: 'queued',
    wa_message_id: null,
    direction: 'out',
    type: 'text',
    created_at: new Date().toISOString(),
  }),
);
await http.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify(http.server.address()));
