import { MapPin, Contact as Person } from 'lucide-react';
import { useTexts } from '../../../texts/texts.ts';
import type { Message } from './history.ts';
import { threadTexts } from './texts.ts';

/** What a message has besides its text: a place, contacts, a poll, choices. */
export function MessageParts({ message }: { message: Message }) {
  return (
    <>
      {message.location && <Place location={message.location} />}
      {message.contacts?.map(({ name, phones }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never move
        <div key={index} className="flex items-center gap-2">
          <Person className="size-4 shrink-0 text-faint" aria-hidden />
          <span className="grid">
            <bdi>{name}</bdi>
            <span className="text-[13px] text-soft tabular-nums">{phones.join(', ')}</span>
          </span>
        </div>
      ))}
      {message.poll && <Poll poll={message.poll} votes={message.votes?.length ?? 0} />}
      <Choices interactive={message.interactive} />
    </>
  );
}

function Place({
  location: { latitude, longitude, name, address, live },
}: {
  location: NonNullable<Message['location']>;
}) {
  const t = useTexts(threadTexts);
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <div className="flex items-start gap-2">
      <MapPin className="mt-0.5 size-4 shrink-0 text-faint" aria-hidden />
      <span className="grid">
        <bdi>{name ?? (live ? t('live') : `${latitude}, ${longitude}`)}</bdi>
        {address && <bdi className="text-[13px] text-soft">{address}</bdi>}
        <a href={map} target="_blank" rel="noreferrer" className="text-[13px] underline">
          {t('openMap')}
        </a>
      </span>
    </div>
  );
}

function Poll({ poll: { question, options }, votes }: { poll: NonNullable<Message['poll']>; votes: number }) {
  const t = useTexts(threadTexts);
  return (
    <div className="grid gap-1">
      <bdi className="font-medium">{question}</bdi>
      <ul className="list-inside list-disc">
        {options.map((option) => (
          <li key={option}>
            <bdi>{option}</bdi>
          </li>
        ))}
      </ul>
      {votes > 0 && <span className="text-[13px] text-soft">{t('votes', { count: votes })}</span>}
    </div>
  );
}

/** The choices as the customer sees them. Their form is of docs/sending.md. */
function Choices({ interactive }: { interactive: unknown }) {
  const { header, footer, buttons, sections } = readChoices(interactive);
  const titles = [...buttons, ...sections];
  if (titles.length === 0 && !header && !footer) return null;
  return (
    <div className="grid gap-1.5">
      {header && <bdi className="font-medium">{header}</bdi>}
      {footer && <bdi className="text-[13px] text-soft">{footer}</bdi>}
      <ul className="grid gap-1">
        {titles.map((title, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a message never move
            key={index}
            className="rounded-md border border-line bg-card px-2.5 py-1 text-center text-[13px] text-accent"
          >
            <bdi>{title}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

function readChoices(interactive: unknown) {
  const { header, footer, buttons, sections } = fieldsOf(interactive);
  const rows = listOf(sections).flatMap((section) => listOf(fieldsOf(section).rows));
  return {
    header: textOf(header),
    footer: textOf(footer),
    buttons: listOf(buttons).map((button) => textOf(fieldsOf(button).title) ?? ''),
    sections: rows.map((row) => textOf(fieldsOf(row).title) ?? ''),
  };
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
