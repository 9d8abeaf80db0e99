import { CalendarDays, MapPin } from 'lucide-react';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import type { Message } from '../history.ts';
import { Line, Part, WebLink } from './part.tsx';

type Value<Name extends 'location' | 'poll' | 'event'> = NonNullable<Message[Name]>;

export function PlacePart({ location }: { location: Value<'location'> }) {
  const t = useTexts('chat.thread');
  const { latitude, longitude, name, address, live } = location;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <Part icon={MapPin} title={name ?? (live ? t('live') : `${latitude}, ${longitude}`)}>
      <Line>{address}</Line>
      <WebLink url={map} label={t('openMap')} />
    </Part>
  );
}

export function PollPart({ poll: { question, options }, votes }: { poll: Value<'poll'>; votes: number }) {
  const t = useTexts('chat.thread');
  return (
    <div className="grid gap-1">
      <bdi className="font-medium">{question}</bdi>
      <ul className="list-inside list-disc">
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the options of a poll never move
          <li key={index}>
            <bdi>{option}</bdi>
          </li>
        ))}
      </ul>
      {votes > 0 && <span className="text-[13px] text-soft">{t('votes', { count: votes })}</span>}
    </div>
  );
}

export function EventPart({ event }: { event: Value<'event'> }) {
  const [t, format] = [useTexts('inbox.threadParts'), useFormat()];
  const { name, description, place, link, starts_at, ends_at, cancelled } = event;
  const [start, end] = [starts_at, ends_at].map((at) => (at === null ? null : format.full(at)));
  const what = t(cancelled ? 'cancelledEvent' : 'event');
  return (
    <Part icon={CalendarDays} title={name ?? what}>
      {cancelled && name !== null && <Line>{what}</Line>}
      <Line>{start && end ? t('eventUntil', { start, end }) : (start ?? end)}</Line>
      <Line>{place}</Line>
      <Line>{description}</Line>
      <WebLink url={link} label={t('openPage')} />
    </Part>
  );
}
