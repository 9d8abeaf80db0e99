import { cut } from '../../platform/lib/text.ts';
import { amountText } from './amounts.ts';
import { MAX_LINE } from './content-bounds.ts';
import type {
  Answer,
  Call,
  ContactCard,
  ContentDetails,
  Event,
  Invite,
  Location,
  Order,
  Payment,
  Product,
  StickerPack,
} from './content-kinds.ts';

/** The author's words, then what the message is. Null without any. */
export function textOf(details: ContentDetails): string | null {
  return joined([details.note, partText(details)]) || (details.order ? 'Order' : null);
}

function partText(details: ContentDetails): string | null {
  const { kind, location, contacts, poll, order, product, answers } = details;
  if (location) return placeText(location);
  if (contacts) return contacts.map(cardText).join('\n');
  if (poll) return poll.name || poll.options.join('\n');
  if (answers) return answers.map(answerText).join('\n');
  if (order) return orderText(order);
  if (product) return productText(product);
  if (kind === 'phone_request') return 'Asks for your phone number';
  if (kind === 'phone_only') return 'Open this message on the phone';
  if (kind === 'view_once') return 'View-once message: open it on the phone';
  if (kind === 'unreadable') return 'Waiting for this message: it could not be decrypted yet';
  return socialText(details);
}

function socialText({ event, payment, invite, call, sticker_pack }: ContentDetails): string | null {
  if (event) return eventText(event);
  if (payment) return paymentText(payment);
  if (invite) return inviteText(invite);
  if (call) return callText(call);
  return sticker_pack ? packText(sticker_pack) : null;
}

export function placeText({ latitude, longitude, name, address }: Location): string {
  return joined([name, address, `https://maps.google.com/?q=${latitude},${longitude}`]);
}

function cardText({ name, phones, emails }: ContactCard): string {
  const numbers = phones.flatMap(({ phone, wa_id }) => phone || wa_id || []);
  const reached = numbers.length > 0 ? numbers : (emails ?? []).flatMap(({ email }) => email ?? []);
  const label = name.formatted_name;
  if (reached.length === 0) return label || 'Contact card';
  return label && label !== reached[0] ? `${label}: ${reached.join(', ')}` : reached.join(', ');
}

const answerText = ({ label, value }: Answer) => `${label}: ${value}`;

export function orderText({ id, title, items, item_count, total, currency }: Order): string {
  const lines = items.map((item) => {
    const { product_id, name, quantity, price } = item;
    const what = `${quantity} x ${name ?? product_id ?? 'item'}`;
    return price === null ? what : `${what}, ${amountText(price, item.currency)} each`;
  });
  const isKnown = items.length > 0;
  const named = [id && `Order ${id}`, title].filter(Boolean).join(': ');
  const count =
    isKnown || item_count === null ? null : `${item_count} ${item_count === 1 ? 'item' : 'items'}`;
  const head = [named, count].filter(Boolean).join(', ');
  const sum = total === null ? null : `total ${amountText(total, currency)}`;
  return [head || null, ...lines, sum].filter(Boolean).join('; ');
}

function productText({ id, title, price, currency, url }: Product): string {
  const name = `Product: ${title ?? id ?? 'without a name'}`;
  return joined([price === null ? name : `${name}, ${amountText(price, currency)}`, url]);
}

function eventText({ name, description, place, link, starts_at, ends_at, cancelled }: Event): string {
  const times = [starts_at, ends_at].flatMap((at) => (at === null ? [] : clock(at))).join(' to ');
  return joined([cancelled ? 'Cancelled event' : null, name, times, place, description, link]) || 'Event';
}

const PAYMENTS: Record<Payment['action'], string> = {
  request: 'Payment request',
  payment: 'Payment',
  declined: 'Payment request declined',
  cancelled: 'Payment request cancelled',
  setup: 'Invitation to a payment service',
  invoice: 'Invoice',
};

function paymentText({ action, amount, currency }: Payment): string {
  return amount === null ? PAYMENTS[action] : `${PAYMENTS[action]}: ${amountText(amount, currency)}`;
}

const INVITES: Record<Invite['to'], string> = {
  group: 'Invitation to the group',
  channel: 'Invitation to the channel',
  channel_admin: 'Invitation to manage the channel',
};

const inviteText = ({ to, name }: Invite) => (name === null ? INVITES[to] : `${INVITES[to]} ${name}`);

function callText({ action, video, title, starts_at, seconds }: Call): string {
  const what = video ? 'video call' : 'voice call';
  switch (action) {
    case 'made':
      return capital(seconds === null ? what : `${what}, ${seconds} s`);
    case 'missed':
      return `Missed ${what}`;
    case 'planned':
      return joined([title, starts_at === null ? `Planned ${what}` : `Planned ${what}: ${clock(starts_at)}`]);
    case 'cancelled':
      return `Cancelled ${what}`;
    case 'message':
      return video ? 'Video message after a call' : 'Voice message after a call';
    default:
      return action satisfies never;
  }
}

function packText({ name, publisher }: StickerPack): string {
  return `Sticker pack${name === null ? '' : `: ${name}`}${publisher === null ? '' : ` (${publisher})`}`;
}

/** `2025-11-21 08:15 UTC` */
const clock = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function joined(lines: readonly (string | null | undefined)[]): string {
  return lines.filter(Boolean).join('\n');
}

/** Reads `screen_0_Nama_lengkap_1` and `nama_lengkap` as `Nama lengkap`. */
export function labelOf(name: string): string {
  const words = (FORM_FIELD.exec(name)?.[1] ?? name).replaceAll(/[_\s]+/g, ' ').trim();
  return capital(cut(words, MAX_LINE)) || name;
}

/** Names of the provider's form builder. */
export const FORM_FIELD = /^screen_\d+_(.+?)(?:_\d+)?$/;
