import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../api/schemas.ts';
import { PhoneNumber } from '../../../numbers/phone-number.tsx';
import { isHidden } from '../../../people/name.ts';
import { useTexts } from '../../../texts/texts.ts';
import { historyQuery } from '../queries.ts';
import { Part } from './part.tsx';

const MAX_SHOWN = 50;

/** The members who wrote the loaded messages, latest first. The gateway keeps no list of all members. */
export function GroupPart({ conversation: { id } }: { conversation: Schema<'Conversation'> }) {
  const t = useTexts('chat.details');
  const messages = useQuery(historyQuery(id)).data?.messages ?? [];
  const members = new Map<string, NonNullable<(typeof messages)[number]['sender']>>();
  for (const { sender } of messages)
    if (sender && !members.has(sender.phone)) members.set(sender.phone, sender);
  return (
    <Part title={t('members')}>
      {members.size === 0 && <p className="text-[13px] text-soft">{t('noMembers')}</p>}
      <ul className="grid gap-1.5">
        {[...members.values()].slice(0, MAX_SHOWN).map(({ phone, name }) => (
          <li key={phone} className="grid text-[13px]">
            {name && <bdi className="truncate">{name}</bdi>}
            {isHidden(phone) ? (
              <span className="text-faint">{t('hidden')}</span>
            ) : (
              <PhoneNumber number={phone} className="truncate text-faint" />
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
