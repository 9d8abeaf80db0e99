import { ClipboardList } from 'lucide-react';
import { useTexts } from '../../../../texts/texts.ts';
import type { Message } from '../history.ts';
import { Part } from './part.tsx';

export function AnswersPart({ answers }: { answers: NonNullable<Message['answers']> }) {
  const t = useTexts('inbox.threadParts');
  return (
    <Part icon={ClipboardList} title={t('answers')}>
      <dl className="grid gap-1">
        {answers.map(({ name, label, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the answers of a form never move
          <div key={index}>
            <dt className="text-[13px] text-soft" title={name}>
              <bdi>{label}</bdi>
            </dt>
            <dd className="whitespace-pre-wrap">
              <bdi>{value === 'true' ? t('yes') : value === 'false' ? t('no') : value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
