import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../../../api/schemas.ts';
import { PhoneNumber } from '../../../numbers/phone-number.tsx';
import { isHidden } from '../../../people/name.ts';
import { groupQuery } from '../../../queries/groups.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { historyQuery } from '../queries.ts';
import { Part } from './part.tsx';

const MAX_SHOWN = 50;

interface Member {
  phone: string;
  name: string | null;
  admin?: boolean;
}

/** The members; without an answer of the network those who wrote the loaded messages, latest first. */
export function GroupPart({ conversation }: { conversation: Schema<'Conversation'> }) {
  const t = useTexts('chat.details');
  const { id, device_uuid, person } = conversation;
  const messages = useQuery(historyQuery(id)).data?.messages ?? [];
  const group = useQuery({
    ...groupQuery(device_uuid ?? '', person.phone),
    enabled: device_uuid !== null,
  }).data;
  const writers = new Map<string, Member>();
  for (const { sender } of messages)
    if (sender && !writers.has(sender.phone)) writers.set(sender.phone, sender);
  const members = (group?.members ?? [...writers.values()]).slice(0, MAX_SHOWN);
  const count = group?.members_count ?? null;
  const more = (count ?? 0) - members.length;
  return (
    <Part title={count === null ? t('members') : t('allMembers', { count })}>
      {members.length === 0 && <p className="text-[13px] text-soft">{t('noMembers')}</p>}
      {group?.description && (
        <p className="text-[13px] whitespace-pre-line wrap-anywhere">{group.description}</p>
      )}
      <ul className="grid gap-1.5">
        {members.map((member) => (
          <MemberLine
            key={member.phone}
            {...member}
            name={member.name ?? writers.get(member.phone)?.name ?? null}
          />
        ))}
      </ul>
      {more > 0 && <p className="text-[13px] text-soft">{t('moreMembers', { count: more })}</p>}
    </Part>
  );
}

function MemberLine({ phone, name, admin = false }: Member) {
  const t = useTexts('chat.details');
  return (
    <li className="grid text-[13px]">
      <span className="flex min-w-0 items-center gap-1.5">
        {name && <bdi className="truncate">{name}</bdi>}
        {admin && <Badge>{t('groupAdmin')}</Badge>}
      </span>
      {isHidden(phone) ? (
        <span className="text-faint">{t('hidden')}</span>
      ) : (
        <PhoneNumber number={phone} className="truncate text-faint" />
      )}
    </li>
  );
}
