import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Table, Td, Th } from '../../../ui/table.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { templatesQuery } from '../queries.ts';
import { officialTexts } from './texts.ts';

/** The templates that a device can send, with their state at the provider. */
export function Templates({ deviceUuid }: { deviceUuid: string }) {
  const [t, ui, format] = [useTexts(officialTexts), useTexts(uiTexts), useFormat()];
  const query = useInfiniteQuery(templatesQuery(deviceUuid));
  return (
    <Section title={t('templates')} lead={t('templatesLead')}>
      <Loaded query={query}>
        {({ pages }) => {
          const templates = pages.flatMap(({ data }) => data);
          const synced = pages[0]?.synced_at;
          if (templates.length === 0) return <p className="text-soft">{t('noTemplates')}</p>;
          return (
            <div className="grid gap-3">
              <Table aria-label={t('templates')}>
                <thead>
                  <tr>
                    {(['name', 'language', 'category', 'state', 'text'] as const).map((column) => (
                      <Th key={column}>{t(column)}</Th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {templates.map(({ name, language, category, sendable, status, body }) => (
                    <tr key={`${name} ${language}`}>
                      <Td className="font-mono text-[13px]">{name}</Td>
                      <Td>{language}</Td>
                      <Td>{category}</Td>
                      <Td>
                        <Badge tone={sendable ? 'good' : 'neutral'}>
                          {sendable ? t('sendable') : t('notSendable')}
                        </Badge>
                        <span className="block text-xs text-faint">{status}</span>
                      </Td>
                      <Td className="min-w-60">
                        <bdi className="line-clamp-2" title={body}>
                          {body}
                        </bdi>
                      </Td>
                    </tr>
                  ))}
                </tbody>
              </Table>
              {query.hasNextPage && (
                <Button
                  className="justify-self-start"
                  busy={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {ui('more')}
                </Button>
              )}
              {synced && <p className="text-xs text-faint">{t('synced', { time: format.ago(synced) })}</p>}
            </div>
          );
        }}
      </Loaded>
    </Section>
  );
}
