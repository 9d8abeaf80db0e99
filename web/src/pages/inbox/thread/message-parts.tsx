import {
  CircleHelp,
  ClipboardList,
  Hourglass,
  MapPin,
  Package,
  Phone,
  Smartphone,
  Sticker,
  Store,
} from 'lucide-react';
import { useTexts } from '../../../texts/texts.ts';
import { UNSUPPORTED_BODY } from '../own-text.ts';
import type { Message } from './history.ts';
import { AnswersPart } from './parts/answers.tsx';
import { ChoiceList, type ShownChoice } from './parts/choices.tsx';
import { Line, Part } from './parts/part.tsx';
import { CallPart, ContactParts, InvitePart } from './parts/people.tsx';
import { EventPart, PlacePart, PollPart } from './parts/plans.tsx';
import { OrderPart, PaymentPart, ProductPart } from './parts/trade.tsx';

/** What a message has besides its text, each as a person would draw it. */
export function MessageParts({ message }: { message: Message }) {
  const { location, contacts, poll, order, product, answers, event, payment, invite, call, choices } =
    message;
  return (
    <>
      {location && <PlacePart location={location} />}
      {contacts && <ContactParts contacts={contacts} />}
      {poll && <PollPart poll={poll} votes={message.votes?.length ?? 0} />}
      {order && <OrderPart order={order} />}
      {product && <ProductPart product={product} />}
      {answers && <AnswersPart answers={answers} />}
      {event && <EventPart event={event} />}
      {payment && <PaymentPart payment={payment} />}
      {invite && <InvitePart invite={invite} />}
      {call && <CallPart call={call} />}
      <Rest message={message} />
      <OwnPart type={message.type} />
      <Choices interactive={message.interactive} offered={choices ?? []} />
    </>
  );
}

/** Kinds that one line says. */
function Rest({ message: { kind, sticker_pack: pack, unknown, body } }: { message: Message }) {
  const t = useTexts('inbox.threadParts');
  if (pack)
    return (
      <Part icon={Sticker} title={pack.name ?? t('stickerPack')}>
        <Line>{pack.publisher}</Line>
        <Line>{t('stickers', { count: pack.stickers })}</Line>
      </Part>
    );
  if (kind === 'phone_request') return <Part icon={Phone} title={t('phoneRequest')} />;
  if (kind === 'phone_only') return <Part icon={Smartphone} title={t('phoneOnly')} />;
  if (kind === 'view_once') return <Part icon={Smartphone} title={t('viewOnce')} />;
  if (kind === 'unreadable') return <Part icon={Hourglass} title={t('unreadable')} />;
  if (unknown && body === UNSUPPORTED_BODY)
    return <Part icon={CircleHelp} title={t('unknown', { name: unknown.name })} />;
  return null;
}

/** What the customer can do with a message of ours, where its text does not say so. */
const OWN_PARTS = {
  location_request: [MapPin, 'asksPlace'],
  product_list: [Package, 'products'],
  catalog: [Store, 'catalogue'],
  flow: [ClipboardList, 'form'],
} as const;

function OwnPart({ type }: { type: string }) {
  const t = useTexts('inbox.threadParts');
  if (!isOwnPart(type)) return null;
  const [icon, text] = OWN_PARTS[type];
  return <Part icon={icon} title={t(text)} />;
}

const isOwnPart = (type: string): type is keyof typeof OWN_PARTS => type in OWN_PARTS;

/** Choices of any message, and what we sent around ours. Their form is of docs/sending.md. */
function Choices({ interactive, offered }: { interactive: unknown; offered: readonly ShownChoice[] }) {
  const { header, footer, choices: own } = readChoices(interactive);
  const choices = [...own, ...offered];
  if (choices.length === 0 && !header && !footer) return null;
  return (
    <div className="grid gap-1.5">
      {header && <bdi className="font-medium">{header}</bdi>}
      {footer && <bdi className="text-[13px] text-soft">{footer}</bdi>}
      {choices.length > 0 && <ChoiceList choices={choices} />}
    </div>
  );
}

function readChoices(interactive: unknown) {
  const { header, footer, buttons, sections } = fieldsOf(interactive);
  const rows = listOf(sections).flatMap((section) => listOf(fieldsOf(section).rows));
  return {
    header: textOf(header),
    footer: textOf(footer),
    choices: [...listOf(buttons), ...rows].map((each) => ({ title: textOf(fieldsOf(each).title) ?? '' })),
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
