import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Keyboard } from 'lucide-react';
import { useMe } from '../session/session.ts';
import { useTexts } from '../texts/texts.ts';
import { entriesOf } from './nav.ts';

const item =
  'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover ' +
  '[&_svg]:size-4 [&_svg]:text-faint';
const dialog =
  'fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-lg rounded-xl border border-line bg-raised shadow-xl';

interface Props {
  onClose: () => void;
  onShortcuts: () => void;
}

/** Pages and actions by typing a part of their name. */
export default function Palette({ onClose, onShortcuts }: Props) {
  const t = useTexts('common.shell');
  const me = useMe();
  const navigate = useNavigate();
  const run = (act: () => unknown) => () => {
    onClose();
    act();
  };
  return (
    <Command.Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      label={t('palette')}
      overlayClassName="fixed inset-0 z-40 bg-black/45"
      contentClassName={dialog}
    >
      <Command.Input
        placeholder={t('searchHint')}
        className="h-12 w-full border-b border-line bg-transparent px-4 text-[15px] outline-none placeholder:text-faint"
      />
      <Command.List className="max-h-80 overflow-y-auto p-1.5">
        <Command.Empty className="p-4 text-center text-soft">{t('noMatch')}</Command.Empty>
        {entriesOf(me).map(({ to, text, icon: Icon }) => (
          <Command.Item key={to} value={t(text)} className={item} onSelect={run(() => navigate({ to }))}>
            <Icon aria-hidden />
            {t(text)}
          </Command.Item>
        ))}
        <Command.Item value={t('shortcuts')} className={item} onSelect={run(onShortcuts)}>
          <Keyboard aria-hidden />
          {t('shortcuts')}
        </Command.Item>
      </Command.List>
    </Command.Dialog>
  );
}
