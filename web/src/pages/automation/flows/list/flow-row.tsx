import { Link } from '@tanstack/react-router';
import { Copy, MoreHorizontal, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/call.ts';
import { CreateFlow } from '../../../../api/limits.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { useFormat } from '../../../../texts/format.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { IconButton } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../../../ui/menu.tsx';
import { Td } from '../../../../ui/table.tsx';
import { notify, notifyProblem } from '../../../../ui/toast.tsx';
import { triggersText } from '../model/summary.ts';
import { FLOWS, type FlowSummary } from '../queries.ts';

export function FlowRow({ flow }: { flow: FlowSummary }) {
  const [t, format, language] = [useTexts('flows.list'), useFormat(), useLanguage()];
  const { id, name, triggers, updated_at } = flow;
  return (
    <tr>
      <Td className="max-w-40 sm:max-w-72">
        <Link
          to="/automation/flows/$flowId"
          params={{ flowId: id }}
          className="block truncate font-medium hover:underline"
          title={name}
        >
          <bdi>{name}</bdi>
        </Link>
      </Td>
      <Td>
        <State flow={flow} />
      </Td>
      <Td className="max-w-72 min-w-40 text-soft">
        <bdi className="line-clamp-2">
          {triggers === null ? t('notPublished') : triggersText(triggers, language)}
        </bdi>
      </Td>
      <Td className="whitespace-nowrap text-soft" title={format.full(updated_at)}>
        {format.ago(updated_at)}
      </Td>
      <Td className="w-px">
        <FlowMenu flow={flow} label={t('acts', { name })} />
      </Td>
    </tr>
  );
}

function State({ flow: { published_version, published_at, updated_at } }: { flow: FlowSummary }) {
  const t = useTexts('flows.list');
  if (published_version === null) return <Badge>{t('draft')}</Badge>;
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone="good">{t('published', { version: String(published_version) })}</Badge>
      {published_at !== null && updated_at > published_at && (
        <span className="inline-flex" title={t('editedHint')}>
          <Badge tone="warn">{t('edited')}</Badge>
        </span>
      )}
    </span>
  );
}

function FlowMenu({ flow, label }: { flow: FlowSummary; label: string }) {
  const t = useTexts('flows.list');
  const [asks, setAsks] = useState<'unpublish' | 'delete' | null>(null);
  const { name, published_version } = flow;
  const { duplicate, unpublish, remove } = useActs(flow);
  const trigger = <IconButton small label={label} icon={MoreHorizontal} />;
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => void duplicate().catch(notifyProblem)} icon={Copy}>
          {t('duplicate')}
        </MenuItem>
        {published_version !== null && (
          <MenuItem onSelect={() => setAsks('unpublish')} icon={Power}>
            {t('unpublish')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem danger onSelect={() => setAsks('delete')} icon={Trash2}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <Confirm
        open={asks === 'unpublish'}
        onClose={() => setAsks(null)}
        title={t('unpublishTitle', { name })}
        lead={t('unpublishLead')}
        action={t('unpublish')}
        run={unpublish}
      />
      <Confirm
        open={asks === 'delete'}
        onClose={() => setAsks(null)}
        title={t('deleteTitle', { name })}
        lead={t('deleteLead')}
        action={t('delete')}
        run={remove}
      />
    </>
  );
}

function useActs({ id, name }: FlowSummary) {
  const t = useTexts('flows.list');
  const refresh = () => queryClient.invalidateQueries({ queryKey: FLOWS });
  return {
    duplicate: async () => {
      const copyName = t('copyName', { name }).slice(0, CreateFlow.name.maxLength);
      const { definition, device_uuids } = await call('GET /flows/{id}', { id });
      await call('POST /flows', { body: { name: copyName, definition, device_uuids } });
      await refresh();
      notify(t('duplicated', { name: copyName }));
    },
    unpublish: async () => {
      await call('POST /flows/{id}/unpublish', { id });
      await refresh();
      notify(t('unpublished', { name }));
    },
    remove: async () => {
      await call('DELETE /flows/{id}', { id });
      await refresh();
    },
  };
}
