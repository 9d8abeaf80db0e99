import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Settings, Zap } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../../api/schemas.ts';
import { macrosQuery } from '../../../queries/macros.ts';
import { useShortcut } from '../../../shell/keyboard.ts';
import { useTexts } from '../../../texts/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Menu, MenuItem, MenuLine, MenuTitle } from '../../../ui/menu.tsx';
import { useMacro } from './use-macro.ts';

type Macro = Schema<'InboxMacro'>;

interface Props {
  conversations: readonly Schema<'Conversation'>[];
  /** Keys of the selection win over those of the open chat. */
  isFirst?: boolean;
  onDone: (macro: Macro) => void;
}

/** Runs a macro by a click, by its key or from the palette. Asks before it writes to several customers. */
export default function MacroMenu({ conversations, isFirst = false, onDone }: Props) {
  const t = useTexts('chat.macros');
  const navigate = useNavigate();
  const macros = useQuery(macrosQuery).data ?? [];
  const macro = useMacro(conversations, onDone);
  const [asked, ask] = useState<Macro | null>(null);
  const isOff = macro.isPending || conversations.length === 0;
  const run = (chosen: Macro) => {
    if (isOff) return;
    if (conversations.length > 1 && chosen.acts.reply) ask(chosen);
    else macro.mutate(chosen);
  };
  return (
    <>
      {macros.map((each) => (
        <MacroKey key={each.id} macro={each} isFirst={isFirst} run={() => run(each)} />
      ))}
      <Menu trigger={<IconButton small label={t('macros')} disabled={isOff} icon={Zap} />}>
        <MenuTitle>{t(macros.length === 0 ? 'none' : 'macros')}</MenuTitle>
        <div className="max-h-[50dvh] overflow-y-auto">
          {macros.map((each) => (
            <MenuItem key={each.id} onSelect={() => run(each)}>
              <bdi className="min-w-0 max-w-60 flex-1 truncate">{each.name}</bdi>
              {each.key && <kbd className="font-mono text-xs text-faint">{each.key}</kbd>}
            </MenuItem>
          ))}
        </div>
        <MenuLine />
        <MenuItem onSelect={() => void navigate({ to: '/settings/macros' })} icon={Settings}>
          {t('manage')}
        </MenuItem>
      </Menu>
      <Confirm
        open={asked !== null}
        onClose={() => ask(null)}
        title={t('askTitle', { name: asked?.name ?? '' })}
        lead={t('askLead', { count: conversations.length })}
        action={t('askRun')}
        run={async () => {
          if (asked) macro.mutate(asked);
        }}
      />
    </>
  );
}

/** Shared ones come first, so the own one wins where both have a key. */
function MacroKey({ macro, isFirst, run }: { macro: Macro; isFirst: boolean; run: () => void }) {
  useShortcut(macro.key ?? '', macro.name, run, { isFirst });
  return null;
}
