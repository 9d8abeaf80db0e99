import type { Schema } from '../../api/schemas.ts';
import { AddressWarning } from '../../session/address-warning.tsx';
import { useFormat } from '../../texts/format.ts';
import { useTexts } from '../../texts/texts.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

interface Props {
  answer: Schema<'UserWithLink'>;
  title: string;
  onClose: () => void;
}

/** The link of an invitation or a reset. Who has it chooses the password. */
export function LinkOnce({ answer: { user, link }, title, onClose }: Props) {
  const [t, format] = [useTexts('team.page'), useFormat()];
  return (
    <ShownOnce title={title} lead={t('linkOnce')} secret={link.url} onClose={onClose}>
      <AddressWarning />
      <p className="text-soft">{t('giveLink', { name: user.name, time: format.full(link.expires_at) })}</p>
    </ShownOnce>
  );
}
