import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  CallBody,
  CodeBody,
  GroupParams,
  NewGroupBody,
  NewPhoneBody,
  NumberParams,
  PasskeyBody,
  RenameBody,
  ScanBody,
} from './schema.ts';
import { viewPhone } from './view.ts';
import { callFromPhone } from './whatsapp/calls.ts';
import { createGroup, getGroup, renameGroup } from './whatsapp/groups.ts';
import type { Network } from './whatsapp/network.ts';
import { scanQr } from './whatsapp/pairing.ts';
import { passkeyOf, signOptions } from './whatsapp/passkey/authenticator.ts';
import { acceptCode } from './whatsapp/passkey/ceremony.ts';
import { readOptions } from './whatsapp/passkey/read-options.ts';
import { createPhone, getPhone } from './whatsapp/phones.ts';
import { typeCode } from './whatsapp/typed-codes.ts';

/** Creates and shows phones, lets them scan QR codes, type codes, and call. */
export function phoneRoutes(scope: FastifyInstance, net: Network): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

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

  pairingRoutes(scope, net);
  passkeyRoutes(scope, net);

  http.post('/sandbox/groups', { schema: { body: NewGroupBody } }, async (request, reply) => {
    const members = request.body.members.map((number) => createPhone(net, number).phone);
    const { id, subject } = createGroup(net, { ...request.body, members });
    return reply.code(201).send({ id, subject });
  });

  http.post(
    '/sandbox/groups/:id/subject',
    { schema: { params: GroupParams, body: RenameBody } },
    async (request) => {
      const group = getGroup(net, request.params.id);
      renameGroup(net, group, request.body.subject);
      return { id: group.id, subject: group.subject };
    },
  );

  http.post(
    '/sandbox/phones/:number/calls',
    { schema: { params: NumberParams, body: CallBody } },
    async (request, reply) => {
      const from = getPhone(net, request.params.number);
      const to = getPhone(net, request.body.to);
      return reply.code(201).send(await callFromPhone(net, from, to, request.body));
    },
  );

  http.get('/sandbox/phones/:number/calls', { schema: { params: NumberParams } }, async (request) => {
    const { number } = getPhone(net, request.params.number);
    return { data: [...net.calls.values()].filter(({ from }) => from === number) };
  });
}

function pairingRoutes(scope: FastifyInstance, net: Network): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();

  http.post(
    '/sandbox/phones/:number/scan',
    { schema: { params: NewPhoneBody.pick({ number: true }), body: ScanBody } },
    async (request) => {
      const { phone } = createPhone(net, request.params.number);
      return scanQr(net, phone, request.body.qr);
    },
  );

  http.post(
    '/sandbox/phones/:number/code',
    { schema: { params: NewPhoneBody.pick({ number: true }), body: CodeBody } },
    async (request) => {
      const { phone } = createPhone(net, request.params.number);
      return typeCode(net, phone, request.body.code);
    },
  );
}

/** The passkey of a phone: what its owner does in a browser. */
function passkeyRoutes(scope: FastifyInstance, net: Network): void {
  const http = scope.withTypeProvider<ZodTypeProvider>();
  const at = '/sandbox/phones/:number/passkey';

  // For the virtual authenticator of a browser.
  http.get(at, { schema: { params: NumberParams } }, async (request) => {
    const { number } = getPhone(net, request.params.number);
    const { credentialId, privateKey } = passkeyOf(net, number);
    return {
      credential_id: credentialId.toString('base64url'),
      private_key: privateKey.toString('base64'),
      code: net.ceremonyOf.get(number)?.code ?? null,
    };
  });

  http.post(at, { schema: { params: NumberParams, body: PasskeyBody } }, async (request) => {
    const { number } = createPhone(net, request.params.number).phone;
    return signOptions(passkeyOf(net, number), readOptions(request.body.options));
  });

  http.post(`${at}/code`, { schema: { params: NumberParams, body: CodeBody } }, async (request) => {
    const { number } = getPhone(net, request.params.number);
    await acceptCode(net, number, request.body.code);
    return { number };
  });
}
