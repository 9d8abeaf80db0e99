import { queryOptions, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useButtonAct } from '../../../ui/use-button-act.ts';
import { Recent } from '../recent.tsx';

type Bulk = Schema<'ContactBulk'>;

const LOOK_MS = 1_000;
const isOpen = ({ status }: Bulk) => status === 'running' || status === 'undoing';

const bulksQuery = queryOptions({
  queryKey: ['contacts', 'bulks'],
  queryFn: () => call('GET /contacts/bulk'),
  refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? LOOK_MS : false),
});

/** The changes of many contacts of the last hour. */
export function RecentBulks() {
  const t = useTexts('contacts.bulk');
  const all = useQuery(bulksQuery).data?.data ?? [];
  const states = all.map(({ id, status }) => `${id} ${status}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state has changed what the list shows
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['contacts', 'list'] });
    void queryClient.invalidateQueries({ queryKey: ['contacts', 'tags'] });
  }, [states]);
  return (
    <Recent
      list={all}
      line={(each) => <BulkLine key={each.id} of={each} />}
      earlier={(count) => t('earlier', { count })}
    />
  );
}

function BulkLine({
  of: { id, action, tags, status, matched, changed, restored, undo_until },
}: {
  of: Bulk;
}) {
  const [t, format] = [useTexts('contacts.bulk'), useFormat()];
  const undo = useButtonAct(async () => {
    await call('POST /contacts/bulk/{id}/undo', { id });
    await queryClient.invalidateQueries({ queryKey: bulksQuery.queryKey });
  });
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
      <span className="grid" role="status">
        <span>
          {status === 'undoing' || status === 'undone'
            ? t(status, { done: restored, count: changed })
            : t(`${action}Done`, { count: changed, tags: tags.join(', ') })}
        </span>
        <span className="text-[13px] text-soft tabular-nums">
          {status === 'running' && t('running', { count: matched })}
          {status === 'done' && undo_until && t('undoUntil', { time: format.short(undo_until) })}
        </span>
      </span>
      {status !== 'undoing' && status !== 'undone' && (
        <Button size="small" icon={Undo2} {...undo}>
          {t('undo')}
        </Button>
      )}
    </Card>
  );
}
