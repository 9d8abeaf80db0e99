import type { Schema } from '../../../api/schemas.ts';
import { AddressWarning } from '../../../session/address-warning.tsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { CopyBox } from '../../../ui/copy.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';

interface Props {
  created: Schema<'OperatorAccountCreated'>;
  onClose: () => void;
}

/** The first key and the link of the owner, which no later answer has. */
export function CreatedAccount({ created: { account, api_key, owner }, onClose }: Props) {
  const [t, format] = [useTexts('operator.accounts'), useFormat()];
  return (
    <ShownOnce title={t('created', { name: account.name })} lead={t('createdLead')} onClose={onClose}>
      <div className="grid gap-1.5">
        <p className="text-[13px] font-medium">{t('firstKey')}</p>
        <CopyBox text={api_key.api_key} />
      </div>
      {owner && (
        <div className="grid gap-1.5">
          <p className="text-[13px] font-medium">
            {t('ownerLink', { name: owner.user.name, time: format.full(owner.link.expires_at) })}
          </p>
          <CopyBox text={owner.link.url} />
          <AddressWarning />
        </div>
      )}
    </ShownOnce>
  );
}
