import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { devicesQuery } from '../../queries/devices.ts';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';
import { chatsQuery } from './queries.ts';

/** The chats of the person, with the latest message first. */
export function ContactChats({ phone }: { phone: string }) {
  const [t, format] = [useTexts('contacts.page'), useFormat()];
  const chats = useQuery(chatsQuery(phone));
  const devices = useQuery(devicesQuery).data?.data ?? [];
  const labelOf = (uuid: string | null) =>
    devices.find(({ device_uuid }) => device_uuid === uuid)?.label ?? t('otherNumber');
  return (
    <Section title={t('chats')}>
      <Loaded query={chats}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">{t('noChat')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.map(({ id, device_uuid, last_at }) => (
                <li key={id} className="flex justify-between gap-3 py-2">
                  <Link
                    to="/inbox/$conversationId"
                    params={{ conversationId: id }}
                    className="truncate text-accent hover:underline"
                  >
                    <bdi>{labelOf(device_uuid)}</bdi>
                  </Link>
                  <span className="shrink-0 text-soft">{format.short(last_at)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
