import { Link } from '@tanstack/react-router';
import type { Schema } from '../../../../api/schemas.ts';
import { SourceLink } from '../../../../knowledge/source-link.tsx';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Section } from '../../../../ui/card.tsx';
import { FixAnswer } from './fix-answer.tsx';
import { SaveTest } from './save-test.tsx';

type Answer = Schema<'AssistantAnswer'>;

const TONES: Record<Answer['action'], Tone> = { answer: 'good', clarify: 'warn', handoff: 'neutral' };

interface Props {
  question: string;
  answer: Answer;
}

/** What the customer would get, and why. */
export function AnswerView({ question, answer }: Props) {
  const [t, all, format] = [useTexts('assistant.try'), useTexts('assistant.page'), useFormat()];
  const { action, reason, text, confidence, sources, language_model, is_current } = answer;
  return (
    <>
      <Section
        title={
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={TONES[action]}>{all(action)}</Badge>
            <span className="font-normal text-soft">{t('sure', { share: format.percent(confidence) })}</span>
          </span>
        }
      >
        <div className="grid gap-3" role="status">
          <p
            dir="auto"
            className="max-w-prose justify-self-start rounded-lg bg-bubble-own px-3 py-2 whitespace-pre-wrap
              wrap-anywhere"
          >
            {text || t('noText')}
          </p>
          <p className="text-soft">{all(`reason_${reason}`)}</p>
          {action === 'handoff' && <p className="text-[13px] text-faint">{t('handoffHint')}</p>}
          {!is_current && <p className="rounded-md bg-warn-soft px-3 py-2 text-warn">{t('notCurrent')}</p>}
          {language_model && language_model !== 'not_configured' && (
            <p className="text-[13px] text-faint">
              {t('model', { reason: language_model.replaceAll('_', ' ') })}
            </p>
          )}
          {sources.length > 0 && (
            <div className="grid gap-1">
              <h3 className="text-[13px] font-medium">{t('sources')}</h3>
              <ul className="grid gap-1">
                {sources.map((source) => (
                  <li key={`${source.kind} ${source.id} ${source.row_key ?? ''}`}>
                    <SourceLink source={source} />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </Section>
      <Candidates answer={answer} />
      <FixAnswer question={question} candidates={answer.candidates} />
      <SaveTest question={question} answer={answer} />
    </>
  );
}

/** The pairs that came near, the nearest first. */
function Candidates({ answer: { candidates } }: { answer: Answer }) {
  const [t, format] = [useTexts('assistant.try'), useFormat()];
  if (candidates.length === 0) return null;
  return (
    <Section title={t('candidates')} lead={t('candidatesLead')}>
      <ul className="grid gap-2">
        {candidates.map(({ faq_id, question, score }) => (
          <li key={faq_id} className="grid grid-cols-[minmax(0,1fr)_6rem_3rem] items-center gap-3">
            <Link
              to="/automation/assistant/faqs"
              search={{ edit: faq_id }}
              className="truncate text-accent hover:underline"
              title={question}
            >
              <bdi>{question}</bdi>
            </Link>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-active">
              <span className="block h-full bg-accent" style={{ width: `${Math.round(score * 100)}%` }} />
            </span>
            <span className="text-right text-[13px] text-soft tabular-nums">{format.percent(score)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
