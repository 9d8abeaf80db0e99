import type { ReaderLanguage } from '../../platform/lib/http/reader-language.ts';
import { cut } from '../../platform/lib/text.ts';
import { MAX_EXCERPT } from './customer-content.ts';
import type { Quote, ReceivedMessage } from './engine.ts';

export interface PostingVisitor {
  /** 32 hex digits. */
  id: string;
  /** `messages.phone` of the chat. */
  phone: string;
  /** Signed by the web site. */
  name: string | null;
}

export interface VisitorPost {
  /** The page repeats it until it is stored. */
  id: string;
  text: string;
  /** Of a message to this visitor. */
  choice: OfferedChoice | null;
  /** Unproved, so it joins no people. */
  contact: { name: string; phone: string } | null;
  language: ReaderLanguage;
}

export interface OfferedChoice {
  id: string;
  title: string;
  type: 'button' | 'list';
  message: { wa_message_id: string; body: string | null };
}

const LABELS: Readonly<Record<ReaderLanguage, readonly [name: string, phone: string]>> = {
  id: ['Nama', 'Telepon'],
  en: ['Name', 'Phone'],
  pt: ['Nome', 'Telefone'],
  es: ['Nombre', 'Teléfono'],
};

export const messageIdOf = (visitorId: string, postId: string) => `web.${visitorId}.${postId}`;

/** Null: of the business. */
export function postIdIn(waMessageId: string): string | null {
  return /^web\.[0-9a-f]{32}\.(.+)$/.exec(waMessageId)?.[1] ?? null;
}

export function receivedFrom(visitor: PostingVisitor, post: VisitorPost, now: Date): ReceivedMessage {
  const { choice, contact } = post;
  const name = visitor.name ?? contact?.name;
  return {
    waMessageId: messageIdOf(visitor.id, post.id),
    from: visitor.phone,
    ...(name !== undefined && { senderName: name }),
    type: 'text',
    body: [choice?.title ?? post.text, ...contactLines(post)].join('\n'),
    at: now,
    ...(choice && { details: detailsOf(choice) }),
  };
}

function contactLines({ contact, language }: VisitorPost): string[] {
  if (!contact) return [];
  const [name, phone] = LABELS[language];
  return ['', `${name}: ${oneLine(contact.name)}`, `${phone}: ${oneLine(contact.phone)}`];
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

function detailsOf({ id, type, message }: OfferedChoice): object {
  const { wa_message_id, body } = message;
  const excerpt = body === null ? null : cut(body, MAX_EXCERPT);
  return {
    choice_id: id,
    quote: { id: wa_message_id, author: 'us', type, excerpt } satisfies Quote,
  };
}
