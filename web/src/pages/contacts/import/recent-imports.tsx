import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { notify } from '../../../ui/toast.tsx';
import { Recent } from '../recent.tsx';

type Import = Schema<'ContactImport'>;

const importsQuery = queryOptions({
  queryKey: ['contacts', 'imports'],
  queryFn: () => call('GET /contacts/imports'),
});

/** The imports of the last day that can be undone, or the one with this id. */
export function RecentImports({ only }: { only?: string }) {
  const t = useTexts('contacts.import');
  const { data } = useQuery(importsQuery);
  const [chosen, setChosen] = useState<Import | null>(null);
  const undoable = (data?.data ?? []).filter(
    ({ id, created, changed, undone_at }) =>
      undone_at === null && created + changed > 0 && (only === undefined || id === only),
  );
  return (
    <>
      <Recent
        list={undoable}
        line={(each) => <ImportLine key={each.id} of={each} onUndo={() => setChosen(each)} />}
        earlier={(count) => t('earlier', { count })}
      />
      {chosen && <UndoDialog of={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function ImportLine({ of, onUndo }: { of: Import; onUndo: () => void }) {
  const t = useTexts('contacts.import');
  const format = useFormat();
  const { created, changed } = of;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
      <span>
        {t('imported', { time: format.short(of.started_at), created, changed })}{' '}
        <span className="text-soft">{t('undoUntil', { time: format.full(of.undo_until) })}</span>
      </span>
      <Button size="small" onClick={onUndo} icon={Undo2}>
        {t('undo')}
      </Button>
    </Card>
  );
}

function UndoDialog({ of: { id }, onClose }: { of: Import; onClose: () => void }) {
  const t = useTexts('contacts.import');
  const undo = useMutation({
    mutationFn: () => undoAll(id),
    onSuccess: (counts) => notify(t(counts.kept > 0 ? 'undonePartly' : 'undone', counts)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['contacts'] }),
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('undoTitle')}
      lead={t('undoLead')}
      action={t('undo')}
      run={() => undo.mutateAsync()}
    />
  );
}

/** The gateway undoes a part with each call. What a failed call leaves can be undone later. */
async function undoAll(id: string) {
  const sum = { removed: 0, restored: 0, kept: 0 };
  for (;;) {
    const part = await call('POST /contacts/imports/{id}/undo', { id });
    sum.removed += part.removed;
    sum.restored += part.restored;
    sum.kept += part.kept;
    if (part.left === 0) return sum;
  }
}
