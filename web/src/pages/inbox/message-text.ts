import type { Schema } from '../../api/schemas.ts';
import { useTexts } from '../../texts/texts.ts';
import type { Translate } from '../../texts/translate.ts';
import { bodyOf, UNSUPPORTED_BODY } from './own-text.ts';

type Message = Schema<'ConversationMessage'>;

/** One line that stands for a message, such as in the list. */
export function useMessageText(): (message: Message) => string {
  const [t, part] = [useTexts('inbox.page'), useTexts('inbox.threadParts')];
  return (message) => {
    if (message.deleted_at || message.type === 'deletion') return t('deletedMessage');
    const place = message.location && (message.location.name ?? message.location.address ?? t('location'));
    const text = message.edits ? null : (message.note ?? place ?? partText(message, part));
    const body = (text ?? bodyOf(message))?.replace(/\s+/g, ' ').trim();
    if (body && body !== UNSUPPORTED_BODY) return body;
    if (message.contacts) return t('contactCard');
    if (message.poll) return message.poll.question;
    const kind = message.media?.kind ?? message.kind ?? message.type;
    if (message.media?.file_name) return message.media.file_name;
    const known = KINDS.find((each) => each === kind);
    return known ? t(known === 'contacts' ? 'contactCard' : known) : t('otherMessage');
  };
}

/** In the language of the reader. Null: the body says it in every language. */
function partText(message: Message, t: Translate<'inbox.threadParts'>): string | null {
  const { kind, order, product, payment, invite, call, sticker_pack: pack } = message;
  const named = (label: string, name: string | null | undefined) => (name ? `${label}: ${name}` : label);
  if (order) {
    const items = order.items.map(
      ({ quantity, name, product_id }) => `${quantity} × ${name ?? product_id ?? ''}`,
    );
    return named(t('order'), items.join(', ') || order.title || order.id);
  }
  if (product && kind === 'product') return named(t('product'), product.title ?? product.id);
  if (payment) return t(`payment_${payment.action}`);
  if (invite) return named(t(`invite_${invite.to}`), invite.name);
  if (call) return named(t(`${call.video ? 'video' : 'call'}_${call.action}`), call.title);
  if (pack) return named(t('stickerPack'), pack.name);
  if (kind === 'phone_request') return t('phoneRequest');
  if (kind === 'view_once') return t('viewOnce');
  if (kind === 'unreadable') return t('unreadable');
  return kind === 'phone_only' ? t('phoneOnly') : null;
}

const KINDS = [
  ...([
    'image',
    'video',
    'audio',
    'document',
    'sticker',
    'template',
    'poll',
    'location',
    'contacts',
    'reaction',
  ] as const),
];
