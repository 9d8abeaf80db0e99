import { z } from 'zod';
import type { Context } from '../../../../context.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import type { Http } from '../../../../platform/lib/http/http.ts';
import { readerLanguage } from '../../../../platform/lib/http/reader-language.ts';
import { openCallLimit, openVisitorLimit } from '../../../../platform/lib/http/visitor-limit.ts';
import { publicUrlOf } from '../../../../public-url.ts';
import { appUrl } from '../../app-url.ts';
import { withWebCode } from '../../codes.ts';
import { firstText } from '../../first-text.ts';
import { qrSvg } from '../../qr/qr.ts';
import type { ChatDoor } from '../visitors/visitor.ts';
import { busy } from '../visitors/visitor-limits.ts';
import { makeVisitorCode } from './code.ts';

/** In a minute. */
export const LINKS_PER_MINUTE = { ofNetwork: 120, ofVisitor: 6 } as const;
const Params = z.object({ id: z.string() });
/** The call has none. */
const MAX_BODY = 1_024;

/** A link that continues the chat in the messaging app. */
export function widgetHandoverRoutes(http: Http, ctx: Context, door: ChatDoor): void {
  const ofNetwork = openVisitorLimit(ctx, { perMinute: LINKS_PER_MINUTE.ofNetwork });
  const ofVisitor = openCallLimit<string>(ctx, { perMinute: LINKS_PER_MINUTE.ofVisitor });
  http.post('/w/:id/continue', {
    config: { staff: 'public', lane: 'outside', quiet: true },
    bodyLimit: MAX_BODY,
    schema: { hide: true, params: Params },
    handler: async (request, reply) => {
      void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      requireTurn(ofNetwork(request.clientAddress));
      const { widget, phone } = await door.visitor(request, request.params.id);
      requireTurn(ofVisitor(`${widget.entry_point_id} ${phone}`));
      const { phone_number, network, text } = widget;
      if (phone_number === null) throw new ApiError('number_unavailable');
      const { code, expiresAt } = await makeVisitorCode(ctx, widget, phone);
      const base = publicUrlOf(request, ctx.config);
      const language = widget.language ?? readerLanguage(request.headers['accept-language']);
      const first = withWebCode(firstText(text, language), code);
      const url = appUrl({ network, phone_number }, first, base);
      return reply.code(201).send({ url, qr: await qrSvg(url), expires_at: expiresAt.toISOString() });
    },
  });
}

function requireTurn(secondsToWait: number | null): void {
  if (secondsToWait !== null) throw busy(secondsToWait);
}
