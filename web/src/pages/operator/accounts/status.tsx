import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Account } from '../queries.ts';

const TONES = { active: 'good', suspended: 'warn', cancelled: 'bad' } as const;

export function AccountStatus({ status }: { status: Account['status'] }) {
  const t = useTexts('operator.accounts');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}
