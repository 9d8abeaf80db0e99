import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../../../session/session.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Section } from '../../../../ui/card.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { ShowMore } from '../../../../ui/show-more.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { notify } from '../../../../ui/toast.tsx';
import { deleteTemplate, templatesQuery } from '../../queries.ts';
import type { Template } from './form.ts';
import { type Making, TemplateDialog } from './template-dialog.tsx';
import { TemplateRows } from './template-rows.tsx';

/** The templates of a device, with their state at the provider. Admins make and change them. */
export function Templates({ deviceUuid }: { deviceUuid: string }) {
  const [t, format] = [useTexts('devices.officialTemplates'), useFormat()];
  const query = useInfiniteQuery(templatesQuery(deviceUuid));
  const [making, setMaking] = useState<Making | null>(null);
  const [deleted, setDeleted] = useState<Template | null>(null);
  const mayChange = useMay('admin');
  const create = (
    <Button size="small" onClick={() => setMaking({ act: 'create', template: null })}>
      {t('create')}
    </Button>
  );
  return (
    <Section title={t('templates')} lead={t('templatesLead')} actions={mayChange && create}>
      <Loaded query={query}>
        {({ pages }) => {
          const templates = pages.flatMap(({ data }) => data);
          const synced = pages[0]?.synced_at;
          if (templates.length === 0) return <p className="text-soft">{t('none')}</p>;
          return (
            <div className="grid gap-3">
              <TemplateRows
                templates={templates}
                onAct={
                  mayChange
                    ? (act, template) =>
                        act === 'delete' ? setDeleted(template) : setMaking({ act, template })
                    : null
                }
              />
              <ShowMore query={query} />
              {synced && <p className="text-xs text-faint">{t('synced', { time: format.ago(synced) })}</p>}
            </div>
          );
        }}
      </Loaded>
      {making && <TemplateDialog {...{ deviceUuid, making }} onClose={() => setMaking(null)} />}
      {deleted && <DeleteTemplate template={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  );
}

function DeleteTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const t = useTexts('devices.officialTemplates');
  const { id, name, language } = template;
  const run = async () => {
    await deleteTemplate(id);
    notify(t('deleted'));
  };
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('deleteTitle', { name, language })}
      lead={t('deleteLead')}
      action={t('delete')}
      run={run}
    />
  );
}
