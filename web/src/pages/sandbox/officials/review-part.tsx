import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { STATUS_TONES, useTemplateWords } from '../../../devices/template-words.ts';
import { useTexts } from '../../../texts/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Choice } from '../../../ui/field.tsx';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { notify } from '../../../ui/toast.tsx';
import { type ReviewedTemplate, reviewsQuery, reviewTemplate } from '../queries.ts';

type Status = 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED';
interface Decision {
  status?: Status;
  reason?: string;
  category?: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
}
type Decide = (template: ReviewedTemplate, decision: Decision) => void;

const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
const REASONS = ['INVALID_FORMAT', 'TAG_CONTENT_MISMATCH', 'ABUSIVE_CONTENT', 'PROMOTIONAL', 'SCAM'];

/** The reviewer of the provider, whom a developer plays. */
export function ReviewPart({ id }: { id: string }) {
  const t = useTexts('sandbox.officialsReview');
  const templates = useQuery(reviewsQuery(id));
  const [refused, setRefused] = useState<ReviewedTemplate | null>(null);
  const review = useMutation({
    mutationFn: ([{ name, language }, decision]: Parameters<Decide>) =>
      reviewTemplate(id, { name, language, ...decision }),
    onSuccess: () => notify(t('decided')),
  });
  const decide: Decide = (...given) => review.mutate(given);
  return (
    <Section title={t('reviews')} lead={t('reviewsLead')}>
      <Loaded query={templates}>
        {(list) =>
          list.length === 0 ? (
            <p className="text-soft">{t('noTemplates')}</p>
          ) : (
            <ul className="grid divide-y divide-line">
              {list.map((template) => (
                <Reviewed
                  key={`${template.name} ${template.language}`}
                  {...{ template, decide }}
                  onRefuse={() => setRefused(template)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ProblemLine problem={review.error} />
      {refused && (
        <Refuse
          template={refused}
          onClose={() => setRefused(null)}
          onReason={(reason) => decide(refused, { status: 'REJECTED', reason })}
        />
      )}
    </Section>
  );
}

interface ReviewedProps {
  template: ReviewedTemplate;
  decide: Decide;
  onRefuse: () => void;
}

function Reviewed({ template, decide, onRefuse }: ReviewedProps) {
  const [t, word] = [useTexts('sandbox.officialsReview'), useTemplateWords()];
  const { name, language, status, category, reason, body } = template;
  const act = (to: Status, text: string) =>
    status !== to && (
      <Button size="small" onClick={() => decide(template, { status: to })}>
        {text}
      </Button>
    );
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0" aria-label={`${name} (${language})`}>
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-mono text-[13px] break-all">
          {name} ({language})
        </span>
        <Badge tone={STATUS_TONES[status.toLowerCase()] ?? 'neutral'}>{word(status)}</Badge>
        {reason && <span className="text-[13px] text-bad">{word(reason)}</span>}
      </div>
      <bdi className="line-clamp-2 text-soft" title={body}>
        {body}
      </bdi>
      <div className="flex flex-wrap items-center gap-2">
        {act('APPROVED', t('approve'))}
        {status !== 'REJECTED' && (
          <Button size="small" onClick={onRefuse}>
            {t('refuse')}
          </Button>
        )}
        {status === 'APPROVED' && act('PAUSED', t('pause'))}
        {status !== 'PENDING' && act('DISABLED', t('disable'))}
        <div className="w-44 sm:ml-auto">
          <Choice
            aria-label={t('category', { name })}
            value={category}
            options={CATEGORIES.map((each) => [each, word(each)])}
            onValue={(chosen) => {
              const known = CATEGORIES.find((each) => each === chosen);
              if (known) decide(template, { category: known });
            }}
          />
        </div>
      </div>
    </li>
  );
}

interface RefuseProps {
  template: ReviewedTemplate;
  onClose: () => void;
  onReason: (reason: string) => void;
}

function Refuse({ template: { name, language }, onClose, onReason }: RefuseProps) {
  const [t, ui, word] = [useTexts('sandbox.officialsReview'), useTexts('common.ui'), useTemplateWords()];
  const [reason, setReason] = useState(REASONS[0] ?? '');
  const refuse = () => {
    onReason(reason);
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{ui('cancel')}</Button>
      <Button kind="primary" onClick={refuse}>
        {t('refuse')}
      </Button>
    </>
  );
  return (
    <Dialog open width="small" onClose={onClose} title={t('refuseTitle', { name, language })} footer={footer}>
      <Choice
        label={t('reason')}
        value={reason}
        options={REASONS.map((each) => [each, word(each)])}
        onValue={setReason}
      />
    </Dialog>
  );
}
