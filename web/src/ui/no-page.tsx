import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Empty } from './states.tsx';
import { uiTexts } from './texts.ts';

/** For an address that belongs to no page. */
export function NoPage() {
  const t = useTexts(uiTexts);
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
