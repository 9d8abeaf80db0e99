import { useTexts } from '../../../texts/texts.ts';
import { ShownOnce } from '../../../ui/shown-once.tsx';

/** One code per line, to print or to keep in a safe place. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts('settings.page');
  return <ShownOnce title={t('codes')} lead={t('codesLead')} secret={codes.join('\n')} onClose={onClose} />;
}
