import type { Context } from '../../context.ts';
import type { InboundHook, StoredInbound } from '../../gateway/messages/inbound/inbound.ts';
import { type Referral, referralOf } from '../../gateway/messages/referral.ts';
import { isVisitor } from '../../gateway/people/identity.ts';
import type { Tx } from '../../platform/lib/db/db.ts';
import { cut } from '../../platform/lib/text.ts';
import { type NewTouch, recordTouches } from '../conversations/touches/touch.ts';
import { keepAds } from './ads/ad.ts';
import { type Reference, referencesIn } from './codes.ts';
import { type FoundCode, findCodes } from './store.ts';
import type { WebReference, WebReferences } from './widgets/handover/inbound-hook.ts';

/**
 * Link, widget or advertisement of messages; phones' others cost no statement. After the hook of
 * conversations.
 */
export function touchHook({ now }: Pick<Context, 'now'>, chats: WebReferences): InboundHook {
  return async (tx, messages) => {
    const links = await linksOf(tx, messages);
    const ads = await adsOf(
      tx,
      messages.filter(({ is_edit }) => !is_edit),
      now(),
    );
    const visits = visitsOf(messages);
    const touches = messages.flatMap((message) => {
      const { id } = message;
      const touch = touchOf(message, { chat: chats.get(id), link: links.get(id), ad: ads.get(id) });
      return touch.length === 0 && visits.has(id) ? [visitBy(message)] : touch;
    });
    if (touches.length > 0) await recordTouches(tx, touches);
  };
}

interface ByLink extends Reference, FoundCode {}

interface ByAd {
  entry_point_uuid: string | null;
  referral: Referral;
}

interface By {
  chat: WebReference | undefined;
  link: ByLink | undefined;
  ad: ByAd | undefined;
}

/** Codes count before an advertisement. A closed web code only leaves the text. */
function touchOf({ id: message_id, is_edit = false }: StoredInbound, { chat, link, ad }: By): NewTouch[] {
  const open = chat?.entry_point_uuid ? { kind: 'widget' as const, ...chat } : undefined;
  const by = open ?? link ?? (ad && { kind: 'ad' as const, ...ad });
  const reference = chat?.part ?? link?.part ?? null;
  if (!by && reference === null) return [];
  return [
    {
      message_id,
      kind: by?.kind ?? 'widget',
      entry_point_uuid: by?.entry_point_uuid ?? null,
      reference,
      referral: ad ? JSON.stringify(ad.referral) : null,
      only_reference: is_edit || !by,
    },
  ];
}

/** First messages, by row id. The statement drops earlier visitors. */
function visitsOf(messages: readonly StoredInbound[]): Set<number> {
  const first = new Map<string, number>();
  for (const { device_id, phone, id } of messages) {
    if (isVisitor(phone) && !first.has(`${device_id} ${phone}`)) first.set(`${device_id} ${phone}`, id);
  }
  return new Set(first.values());
}

const visitBy = ({ id: message_id }: StoredInbound): NewTouch => ({
  message_id,
  kind: 'widget',
  entry_point_uuid: null,
  reference: null,
  referral: null,
  only_reference: false,
});

/** By row id: the first code of the account. */
async function linksOf(tx: Tx, messages: readonly StoredInbound[]): Promise<Map<number, ByLink>> {
  const candidates = messages.flatMap(({ id, account_id, body }) =>
    referencesIn(body ?? '').map((reference) => ({ id, account_id, ...reference })),
  );
  if (candidates.length === 0) return new Map();
  const found = await findCodes(tx, candidates);
  const links = new Map<number, ByLink>();
  for (const [index, { id, code, part }] of candidates.entries()) {
    const known = found.get(index);
    if (known && !links.has(id)) links.set(id, { code, part, ...known });
  }
  return links;
}

/** By row id of the message. */
async function adsOf(tx: Tx, messages: readonly StoredInbound[], now: Date): Promise<Map<number, ByAd>> {
  const clicked = messages.flatMap((message) => {
    const referral = referralIn(message);
    return referral ? [{ ...message, referral }] : [];
  });
  const named = clicked.flatMap(({ id, account_id, referral: { ad_id, headline } }) =>
    ad_id === null
      ? []
      : [{ id, account_id, ad_id, name: headline === null ? ad_id : cut(headline, MAX_NAME) }],
  );
  const kept = named.length > 0 ? await keepAds(tx, named, now) : new Map<number, string>();
  const ids = new Map(named.map(({ id }, index) => [id, kept.get(index) ?? null]));
  return new Map(
    clicked.map(({ id, referral }) => [id, { entry_point_uuid: ids.get(id) ?? null, referral }]),
  );
}

const MAX_NAME = 200;
/** Spares most messages a reading of their details. */
const MAY_BE_AD = /"(referral|ad_context)"/;

const referralIn = ({ details }: StoredInbound): Referral | null =>
  details && MAY_BE_AD.test(details) ? referralOf(JSON.parse(details)) : null;
