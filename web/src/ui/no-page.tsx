import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Empty } from './states.tsx';

/** For an address that belongs to no page. */
export function NoPage() {
  const t = useTexts('common.ui');
  const start = (
    <Button asChild>
      <Link to="/">{t('toStart')}</Link>
    </Button>
  );
  return (
    <main>
      <Empty title={t('noPage')} action={start} />
    </main>
  );
}
