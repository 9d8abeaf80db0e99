import { useTexts } from '../../../../texts/texts.ts';
import { Badge } from '../../../../ui/badge.tsx';
import type { Faq } from '../queries.ts';

interface Props {
  faq: Faq;
  /** What was searched: a question that has it is shown first. */
  q: string;
  onEdit: () => void;
}

/** One pair of the list. A click opens it. */
export function FaqRow({ faq, q, onEdit }: Props) {
  const [t, all] = [useTexts('assistant.faqs'), useTexts('assistant.page')];
  const found = faq.questions.find((question) => question.toLowerCase().includes(q.toLowerCase()));
  const first = found ?? faq.questions[0] ?? '';
  const others = faq.questions.length - 1;
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <button
          type="button"
          className="min-w-0 truncate text-left font-medium hover:underline"
          title={first}
          onClick={onEdit}
        >
          <bdi>{first}</bdi>
        </button>
        <span className="flex flex-wrap items-center gap-1.5 text-[13px] text-faint">
          {others > 0 && <span>{t('moreQuestions', { count: others })}</span>}
          {faq.device_uuids !== null && <Badge>{t('onDevices', { count: faq.device_uuids.length })}</Badge>}
          {!faq.enabled && <Badge tone="warn">{all('notUsed')}</Badge>}
        </span>
      </div>
      <p dir="auto" className="line-clamp-2 text-soft wrap-anywhere">
        {faq.answer}
      </p>
    </li>
  );
}
