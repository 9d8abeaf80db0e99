import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../../context.ts';
import { visitorPhone } from '../../../../gateway/people/identity.ts';
import { ApiError } from '../../../../platform/lib/errors.ts';
import { createFreshCache } from '../../../../platform/lib/fresh-cache.ts';
import { isOwnCall } from '../../../staff/same-site.ts';
import { identitySecretOf } from '../identity-secret.ts';
import { findShownWidgets, type ShownWidget } from '../widget.ts';
import { readIdentity } from './identity.ts';
import { type KnownVisitor, openToken, sealToken, visitorIdOf } from './token.ts';

/** A widget with a live chat. */
export interface ChatWidget extends ShownWidget {
  chat_device_id: number;
}

export interface Visitor extends KnownVisitor {
  widget: ChatWidget;
  /** `messages.phone` of the chat. */
  phone: string;
}

/** Widgets may be a second old. */
export interface ChatDoor {
  /** ApiError widget_not_found, chat_closed. */
  widget(uuid: string): Promise<ChatWidget>;
  /** By token. ApiError as `widget`, foreign_origin, identity_required, invalid_visitor_token. */
  visitor(request: FastifyRequest, widgetUuid: string): Promise<Visitor>;
  stillAdmits(visitor: Visitor): Promise<boolean>;
}

const BEARER = /^Bearer ([\w-]+)$/i;
const UNKNOWN = 'No such widget. Copy the snippet of the widget to your page again.';

export function openChatDoor(ctx: Context): ChatDoor {
  const widgets = createFreshCache(ctx, (ids) => readWidgets(ctx, ids));
  const find = async (uuid: string) => requireOpen((await widgets.find(uuid.toLowerCase()))?.widget);
  return {
    widget: find,
    async visitor(request, widgetUuid) {
      requireOwnCall(request, ctx);
      const widget = await find(widgetUuid);
      const [, token = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
      const known = openToken(ctx, widget, token);
      if (!known) throw new ApiError('invalid_visitor_token');
      if (widget.identity_required && !known.isVerified) throw new ApiError('identity_required');
      return { ...known, widget, phone: visitorPhone(known.id) };
    },
    async stillAdmits({ widget: { widget_uuid, identity_secret }, isVerified }) {
      try {
        const now = await find(widget_uuid);
        return isVerified ? now.identity_secret.equals(identity_secret) : !now.identity_required;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  };
}

/** ApiError foreign_origin: a page of another site sent the call. */
export function requireOwnCall(request: FastifyRequest, { config }: Pick<Context, 'config'>): void {
  if (!isOwnCall(request, config)) throw new ApiError('foreign_origin');
}

/** For a new or signed visitor. ApiError identity_required, invalid_identity. */
export function admitVisitor(
  ctx: Context,
  widget: ChatWidget,
  identity: string | undefined,
): { token: string; verified: boolean } {
  const { widget_uuid: widgetUuid, identity_required } = widget;
  if (identity === undefined) {
    if (identity_required) throw new ApiError('identity_required');
    const visitor = { id: ctx.randomBytes(16).toString('hex'), isVerified: false, name: null };
    return { token: sealToken(ctx, widget, visitor), verified: false };
  }
  const signed = readIdentity(identity, {
    secret: identitySecretOf(ctx, widget),
    widgetUuid,
    now: ctx.now(),
  });
  if (!signed) throw new ApiError('invalid_identity');
  const visitor = { id: visitorIdOf(ctx, widgetUuid, signed.userId), isVerified: true, name: signed.name };
  return { token: sealToken(ctx, widget, visitor), verified: true };
}

async function readWidgets({ db }: Context, uuids: readonly string[]) {
  const found = await findShownWidgets(db, uuids);
  return found.map((widget) => ({ id: widget.widget_uuid, widget }));
}

function requireOpen(widget: ShownWidget | undefined): ChatWidget {
  if (!widget || widget.is_deleted) throw new ApiError('widget_not_found', UNKNOWN);
  const { chat_device_id, enabled, mode, account_status } = widget;
  if (chat_device_id === null || !enabled || mode !== 'chat' || account_status !== 'active') {
    throw new ApiError('chat_closed');
  }
  return { ...widget, chat_device_id };
}
