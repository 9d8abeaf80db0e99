import { Fragment } from 'react';
import { useTexts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useShortcuts } from './keyboard.ts';

/** The shortcuts that work on the page below. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTexts('common.shell');
  const shortcuts = useShortcuts().filter(({ keys }) => keys !== '');
  return (
    <Dialog open onClose={onClose} title={t('shortcuts')}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2">
        {shortcuts.map(({ keys, text }) => (
          <Fragment key={keys}>
            <dt className="flex items-center gap-1.5">
              {keys.split(' ').map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className="text-xs text-faint">{t('andThen')}</span>}
                  <Key name={key} />
                </Fragment>
              ))}
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}

function Key({ name }: { name: string }) {
  return (
    <kbd className="rounded border border-line bg-hover px-1.5 py-0.5 font-mono text-xs">
      {name.replace('mod+', 'Ctrl ').replace('alt+', 'Alt ')}
    </kbd>
  );
}
