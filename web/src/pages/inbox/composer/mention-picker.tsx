import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useMe } from '../../../session/session.ts';
import { presenceQuery } from '../../../shell/presence.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Picker } from './picker.tsx';

const MAX_SHOWN = 8;

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  /** After the `@`. */
  typed: string;
  onChoose: (name: string) => void;
  onClose: () => void;
}

/** Colleagues to mention in a note, by a part of their name. Nothing while none fits. */
export function MentionPicker({ field, typed, onChoose, onClose }: Props) {
  const t = useTexts('chat.composer');
  const me = useMe();
  const colleagues = useQuery(presenceQuery).data?.data ?? [];
  const wanted = typed.toLowerCase();
  const found = colleagues
    .filter(({ id, name }) => id !== me.id && name.toLowerCase().includes(wanted))
    .slice(0, MAX_SHOWN);
  if (found.length === 0) return null;
  return (
    <Picker
      label={t('mention')}
      field={field}
      rows={found.map(({ id, name }) => ({ id, name, content: <bdi className="truncate">{name}</bdi> }))}
      onChoose={({ name }) => onChoose(name)}
      onClose={onClose}
    />
  );
}
