import { useSuspenseQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTexts } from '../texts/texts.ts';
import { sessionQuery } from './session.ts';

/** Beside an address that other people open: whether they can. Nothing when it works anywhere. */
export function AddressWarning() {
  const t = useTexts('shared.address');
  const { address_reach: reach } = useSuspenseQuery(sessionQuery).data;
  if (reach === 'anywhere') return null;
  return (
    <p className="flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-[13px] text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        {t(reach)} {t('setting')}
      </span>
    </p>
  );
}
