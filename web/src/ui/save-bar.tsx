import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** The end of a long form, which stays in sight. */
export function SaveBar({ busy }: { busy: boolean }) {
  const t = useTexts('common.ui');
  return (
    <div className="sticky bottom-0 flex justify-end border-t border-line bg-paper py-3">
      <Button kind="primary" type="submit" busy={busy}>
        {t('save')}
      </Button>
    </div>
  );
}
