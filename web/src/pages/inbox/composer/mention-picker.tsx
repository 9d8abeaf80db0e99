import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useMe } from '../../../session/session.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { PANEL, PICKER_ROW } from './picker.ts';
import { composerTexts } from './texts.ts';
import { useMarkedRow } from './use-marked-row.ts';

const MAX_SHOWN = 8;

interface Props {
  /** After the `@`. */
  typed: string;
  onChoose: (name: string) => void;
}

/** Colleagues to mention in a note, by a part of their name. Nothing while none fits. */
export function MentionPicker({ typed, onChoose }: Props) {
  const t = useTexts(composerTexts);
  const me = useMe();
  const colleagues = useQuery(presenceQuery).data?.data ?? [];
  const wanted = typed.toLowerCase();
  const found = colleagues
    .filter(({ id, name }) => id !== me.id && name.toLowerCase().includes(wanted))
    .slice(0, MAX_SHOWN);
  const marked = useMarkedRow(found.length, (index) => {
    const chosen = found[index];
    if (chosen) onChoose(chosen.name);
  });
  if (found.length === 0) return null;
  return (
    <ul aria-label={t('mention')} className={PANEL}>
      {found.map(({ id, name }, index) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose(name)}
            className={clsx(PICKER_ROW, index === marked && 'bg-hover')}
          >
            <bdi className="truncate">{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
