import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { MessageStatus } from '../../failures/message-status.tsx';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';

/** The broadcasts with a message to the person, and what became of it. */
export function ContactBroadcasts({ id }: { id: number }) {
  const [t, format] = [useTexts('contacts.page'), useFormat()];
  const found = useQuery({
    queryKey: ['contacts', 'broadcasts', id],
    queryFn: () => call('GET /contacts/{id}/broadcasts', { id: String(id) }),
  });
  return (
    <Section title={t('broadcasts')}>
      <Loaded query={found}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-soft">{t('noBroadcast')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {data.map((broadcast) => (
                <li key={`${broadcast.id} ${broadcast.at}`} className="flex items-center gap-3 py-2">
                  <Link
                    to="/broadcasts/$id"
                    params={{ id: String(broadcast.id) }}
                    className="mr-auto truncate text-accent hover:underline"
                  >
                    <bdi>{broadcast.name}</bdi>
                  </Link>
                  <span className="text-right">
                    <MessageStatus status={broadcast.status} error={broadcast.error} />
                  </span>
                  <span className="shrink-0 text-soft">{format.short(broadcast.at)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
