import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Zap } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Schema } from '../../../api/schemas.ts';
import { macrosQuery } from '../../../queries/macros.ts';
import { useMay } from '../../../session/session.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RemoveButton } from '../../../ui/remove-button.tsx';
import { Empty, Loaded } from '../../../ui/states.tsx';
import { SettingsFrame } from '../frame.tsx';
import { MacroDialog } from './macro-dialog.tsx';

type Macro = Schema<'InboxMacro'>;

/** The own macros, and those that the account shares. */
export function MacrosPage() {
  const t = useTexts('settings.macros');
  const macros = useQuery(macrosQuery);
  const [open, setOpen] = useState<Macro | 'new' | null>(null);
  const create = (
    <Button kind="primary" onClick={() => setOpen('new')} icon={Plus}>
      {t('new')}
    </Button>
  );
  return (
    <SettingsFrame actions={create}>
      <p className="max-w-prose text-soft">{t('lead')}</p>
      <Loaded query={macros}>
        {(list) => (
          <Card>
            {list.length === 0 ? (
              <Empty icon={<Zap aria-hidden />} title={t('none')} lead={t('noneLead')} />
            ) : (
              <ul className="divide-y divide-line">
                {list.map((macro) => (
                  <MacroRow key={macro.id} macro={macro} onEdit={() => setOpen(macro)} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </Loaded>
      {open !== null && <MacroDialog macro={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </SettingsFrame>
  );
}

function MacroRow({
  macro: { id, name, key, acts, is_shared },
  onEdit,
}: {
  macro: Macro;
  onEdit: () => void;
}) {
  const [t, step, ui] = [
    useTexts('settings.macros'),
    useTexts('shared.macroSteps'),
    useTexts('settings.page'),
  ];
  const mayChange = useMay('admin') || !is_shared;
  const steps = (['reply', 'note', 'labels', 'assign'] as const)
    .filter((each) => acts[each] !== undefined)
    .map((each) => step(each));
  const shown = [...steps, ...(acts.end ? [t(`end_${acts.end}`)] : [])].join(' · ');
  const remove = async () => {
    await call('DELETE /macros/{id}', { id });
    await queryClient.invalidateQueries(macrosQuery);
  };
  return (
    <li className="flex items-center gap-2 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-medium" title={name}>
            {name}
          </bdi>
          {key && <kbd className="rounded border border-line bg-hover px-1.5 font-mono text-xs">{key}</kbd>}
          {is_shared && <Badge>{t('shared')}</Badge>}
        </p>
        <p className="truncate text-[13px] text-soft" title={shown}>
          {shown}
        </p>
      </div>
      {mayChange && (
        <>
          <IconButton small label={ui('changeNamed', { name })} onClick={onEdit} icon={Pencil} />
          <RemoveButton
            label={ui('removeNamed', { name })}
            title={t('removeTitle', { name })}
            lead={t(is_shared ? 'removeSharedLead' : 'removeLead')}
            action={ui('remove')}
            run={remove}
          />
        </>
      )}
    </li>
  );
}
