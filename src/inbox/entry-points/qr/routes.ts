import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { onBehalfOf } from '../../../platform/audit/audit.ts';
import type { FileStore } from '../../../platform/lib/file-store/file-store.ts';
import type { Http } from '../../../platform/lib/http/http.ts';
import { publicUrlOf } from '../../../public-url.ts';
import { EntryPoint, EntryPointParams } from '../schema.ts';
import { viewLink } from '../view.ts';
import { openLogoReader } from './logo.ts';
import { drawLink, removeLinkLogo, setLinkLogo } from './picture.ts';
import { QrQuery, SetLogo } from './schema.ts';

const tags = ['Entry points'];
/** The logo in base64 with the rest of the JSON. */
const BODY_LIMIT = 1_500_000;

export function qrRoutes(http: Http, ctx: Context, files: FileStore): void {
  const logos = openLogoReader();
  http.addHook('onClose', () => logos.close());
  for (const format of ['png', 'svg'] as const) {
    const type = format === 'png' ? 'image/png' : 'image/svg+xml';
    http.get(`/v1/entry-points/:id/qr.${format}`, {
      config: {
        lane: 'files',
        staff: 'agent',
        errors: ['entry_point_not_found'],
        documentation: { files: [200] },
      },
      schema: {
        tags,
        operationId: format === 'png' ? 'getEntryPointQrPng' : 'getEntryPointQrSvg',
        summary: `Get the QR image of a chat link as ${format.toUpperCase()}`,
        description:
          format === 'png'
            ? 'A picture of the address for screens and print at 300 dpi, which one damaged quarter leaves readable.'
            : 'The same as lines, for print of any size.',
        params: EntryPointParams,
        querystring: QrQuery,
        response: { 200: z.unknown().describe('The picture.') },
      },
      handler: async (request, reply) => {
        const { size, logo } = request.query;
        const asked = { format, size, hasLogo: logo === 'true', base: publicUrlOf(request, ctx.config) };
        const { slug, picture } = await drawLink(ctx, logos, request.account, request.params.id, asked);
        return sendPicture(reply, { type, name: `qr-${slug}.${format}`, picture });
      },
    });
  }
  logoRoutes(http, ctx, { logos, files });
}

/** The policy would run no script of an SVG. */
function sendPicture(
  reply: FastifyReply,
  { type, name, picture }: { type: string; name: string; picture: Buffer | string },
) {
  void reply.headers({
    'content-security-policy': "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-disposition': `inline; filename="${name}"`,
  });
  return reply.type(type).send(picture);
}

function logoRoutes(
  http: Http,
  ctx: Context,
  parts: { logos: ReturnType<typeof openLogoReader>; files: FileStore },
): void {
  http.put('/v1/entry-points/:id/logo', {
    bodyLimit: BODY_LIMIT,
    config: {
      lane: 'expensive',
      errors: ['entry_point_not_found', 'media_not_found', 'media_unavailable', 'payload_too_large'],
    },
    schema: {
      tags,
      operationId: 'setEntryPointLogo',
      summary: 'Set the logo of a QR image',
      description:
        'Puts a picture in the middle of the QR image, at most a tenth of its area. The code stays as safe to read.',
      params: EntryPointParams,
      body: SetLogo,
      response: { 200: EntryPoint.describe('The chat link.') },
    },
    handler: async (request) => {
      const { account, params, body } = request;
      const link = await setLinkLogo(onBehalfOf(ctx, request), parts, account, params.id, body);
      return viewLink(link, publicUrlOf(request, ctx.config));
    },
  });

  http.delete('/v1/entry-points/:id/logo', {
    config: { errors: ['entry_point_not_found'] },
    schema: {
      tags,
      operationId: 'removeEntryPointLogo',
      summary: 'Remove the logo of a QR image',
      description: 'The QR image is plain again.',
      params: EntryPointParams,
      response: { 200: EntryPoint.describe('The chat link.') },
    },
    handler: async (request) => {
      const { account, params } = request;
      const link = await removeLinkLogo(onBehalfOf(ctx, request), account, params.id);
      return viewLink(link, publicUrlOf(request, ctx.config));
    },
  });
}
