import { useTexts } from '../texts/texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { LINK_COMMAND } from './link-log-in.tsx';
import { logOut, useMe } from './session.ts';

/** Asks a user who can come back by a link alone. */
export default function LogOutQuestion({ onClose }: { onClose: () => void }) {
  const t = useTexts('session.proof');
  const { email } = useMe();
  return (
    <Confirm
      open
      onClose={onClose}
      title={t('logOutTitle')}
      lead={t('logOutLead', { command: LINK_COMMAND.replace('E-MAIL', email) })}
      action={t('logOut')}
      run={() => logOut()}
    />
  );
}
