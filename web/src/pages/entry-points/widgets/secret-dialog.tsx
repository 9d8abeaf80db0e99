import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyBox } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Shows the secret that signs visitors, once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts('entryPoints.page');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('identitySecret')}
      lead={t('identitySecretLead')}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <CopyBox text={secret} />
    </Dialog>
  );
}
