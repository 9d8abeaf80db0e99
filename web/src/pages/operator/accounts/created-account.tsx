import type { Schema } from '../../../api/schemas.ts';
import { AddressWarning } from '../../../session/address-warning.tsx';
import { useFormat } from '../../../texts/format.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { accountTexts } from './texts.ts';

interface Props {
  created: Schema<'OperatorAccountCreated'>;
  onClose: () => void;
}

/** The first key and the link of the owner, which no later answer has. */
export function CreatedAccount({ created: { account, api_key, owner }, onClose }: Props) {
  const [t, ui, format] = [useTexts(accountTexts), useTexts(uiTexts), useFormat()];
  const done = (
    <Button kind="primary" onClick={onClose}>
      {ui('keepIt')}
    </Button>
  );
  return (
    <Dialog
      open
      firm
      onClose={onClose}
      title={t('created', { name: account.name })}
      lead={t('createdLead')}
      footer={done}
    >
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
    </Dialog>
  );
}
