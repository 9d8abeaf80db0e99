import { Contact, Phone, PhoneMissed, UsersRound, Video } from 'lucide-react';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import type { Message } from '../history.ts';
import { Line, Part } from './part.tsx';

type Value<Name extends 'contacts' | 'invite' | 'call'> = NonNullable<Message[Name]>;

export function ContactParts({ contacts }: { contacts: Value<'contacts'> }) {
  const t = useTexts('inbox.threadParts');
  return contacts.map(({ name, phones, emails = [], company }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never move
    <Part key={index} icon={Contact} title={name ?? phones[0] ?? t('contactWithoutName')}>
      {company !== name && <Line>{company}</Line>}
      {[...(name === null ? phones.slice(1) : phones), ...emails].map((line) => (
        <Line key={line}>{line}</Line>
      ))}
    </Part>
  ));
}

export function InvitePart({ invite: { to, name, expires_at } }: { invite: Value<'invite'> }) {
  const [t, format] = [useTexts('inbox.threadParts'), useFormat()];
  return (
    <Part icon={UsersRound} title={name ?? t(`invite_${to}`)}>
      {name !== null && <Line>{t(`invite_${to}`)}</Line>}
      {expires_at !== null && <Line>{t('until', { time: format.full(expires_at) })}</Line>}
    </Part>
  );
}

export function CallPart({ call }: { call: Value<'call'> }) {
  const [t, format] = [useTexts('inbox.threadParts'), useFormat()];
  const { action, video, title, starts_at, seconds } = call;
  const icon = action === 'missed' ? PhoneMissed : video ? Video : Phone;
  const what = t(video ? `video_${action}` : `call_${action}`);
  return (
    <Part icon={icon} title={title ?? what}>
      {title !== null && <Line>{what}</Line>}
      {starts_at !== null && <Line>{format.full(starts_at)}</Line>}
      {seconds !== null && <Line>{format.span(seconds * 1000)}</Line>}
    </Part>
  );
}
