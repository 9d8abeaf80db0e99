import { TriangleAlert } from 'lucide-react';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';

interface Props {
  warnings: readonly Schema<'FaqWarning'>[];
  onOther: (id: string) => void;
}

/** Questions that another pair answers in another way. The pair is saved anyway. */
export function Warnings({ warnings, onOther }: Props) {
  const t = useTexts('assistant.faqs');
  if (warnings.length === 0) return null;
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <p className="flex items-start gap-2">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {t('warned')}
      </p>
      <ul className="grid gap-1 pl-6">
        {warnings.map(({ question, faq_id }) => (
          <li key={`${faq_id} ${question}`} className="flex flex-wrap items-center gap-x-3">
            <bdi className="wrap-anywhere">{question}</bdi>
            <Button kind="link" size="small" onClick={() => onOther(faq_id)}>
              {t('openOther')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
