import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';

/** Where the business hours are set, which rules for closed hours need. */
export function ToHours({ isAct = false }: { isAct?: boolean }) {
  const t = useTexts('rules.page');
  return (
    <Link to="/settings/business-hours" className="text-accent underline underline-offset-4">
      {t(isAct ? 'setHours' : 'toHours')}
    </Link>
  );
}
