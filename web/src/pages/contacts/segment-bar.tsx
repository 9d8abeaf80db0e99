import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ContactSegmentCreate } from '../../api/limits.ts';
import { queryClient } from '../../api/query-client.ts';
import { type Segment, segmentsQuery } from '../../queries/segments.ts';
import { useTexts } from '../../texts/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/field.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { notify } from '../../ui/toast.tsx';
import { filterIn } from './queries.ts';

/** Chooses a named filter, renames or deletes it, and gives the present one a name. */
export function SegmentBar() {
  const t = useTexts('contacts.page');
  const search = useSearch({ from: '/app/contacts/' });
  const navigate = useNavigate({ from: '/contacts' });
  const list = useQuery(segmentsQuery).data ?? [];
  const [named, setNamed] = useState<Segment | 'new' | null>(null);
  const chosen = list.find(({ id }) => id === search.segment);
  const canSave = search.segment === undefined && Object.keys(filterIn(search)).length > 0;
  if (list.length === 0 && !canSave) return null;
  const show = (segment: string) => navigate({ search: segment === '' ? {} : { segment } });
  const remove = async ({ id }: Segment) => {
    await call('DELETE /contacts/segments/{id}', { id });
    await show('');
    await queryClient.invalidateQueries({ queryKey: segmentsQuery.queryKey });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {list.length > 0 && (
        <Choice
          aria-label={t('segment')}
          className="max-w-56"
          value={search.segment ?? ''}
          options={[['', t('noSegment')], ...list.map(({ id, name }) => [id, name] as const)]}
          onValue={(id) => void show(id)}
        />
      )}
      {canSave && (
        <Button size="small" icon={Bookmark} onClick={() => setNamed('new')}>
          {t('saveSegment')}
        </Button>
      )}
      {chosen && (
        <>
          <Button size="small" onClick={() => void navigate({ search: chosen.filter })}>
            {t('showConditions')}
          </Button>
          <Button size="small" onClick={() => setNamed(chosen)}>
            {t('rename')}
          </Button>
          <RemoveButton
            label={t('deleteSegment', { name: chosen.name })}
            title={t('deleteSegment', { name: chosen.name })}
            lead={t('deleteSegmentLead')}
            action={t('deleteIt')}
            run={() => remove(chosen)}
          />
        </>
      )}
      {named && (
        <FormDialog
          title={t(named === 'new' ? 'saveSegment' : 'rename')}
          lead={t('segmentLead')}
          limits={ContactSegmentCreate}
          initial={{ name: named === 'new' ? '' : named.name }}
          save={({ name }) =>
            named === 'new'
              ? call('POST /contacts/segments', { body: { name, filter: filterIn(search) } })
              : call('PATCH /contacts/segments/{id}', { id: named.id, body: { name } })
          }
          changes={segmentsQuery.queryKey}
          onSaved={({ id, name }) => {
            notify(t('segmentSaved', { name }));
            setNamed(null);
            void show(id);
          }}
          onClose={() => setNamed(null)}
        >
          <TextField name="name" label={t('segmentName')} wrong={t('wrongSegmentName')} />
        </FormDialog>
      )}
    </div>
  );
}
