import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Figure, Section } from '../../../../ui/card.tsx';
import type { Assistant } from '../queries.ts';

type Model = Assistant['model'];

const TONES: Record<Model['state'], Tone> = {
  none: 'neutral',
  training: 'accent',
  ready: 'good',
  failed: 'bad',
};

/** What it has learned, and how good it expects to be. */
export function KnowledgeState({ model }: { model: Model }) {
  const [t, format] = [useTexts('assistant.overview'), useFormat()];
  const { state, trained_at, report } = model;
  return (
    <Section
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('knows')}
          <Badge tone={TONES[state]}>
            <span role="status">{t(`state_${state}`)}</span>
          </Badge>
        </span>
      }
      lead={t(`state_${state}Lead`, { at: trained_at === null ? '–' : format.short(trained_at) })}
      actions={
        <Button asChild size="small">
          <Link to="/automation/assistant/try">{t('askIt')}</Link>
        </Button>
      }
    >
      {report && (
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Figure label={t('faqs')} value={format.number(report.faqs)} />
          <Figure label={t('questions')} value={format.number(report.questions)} />
          <Figure label={t('passages')} value={format.number(report.passages)} />
          {report.expected && (
            <>
              <Figure
                label={t('coverage')}
                value={format.percent(report.expected.coverage)}
                hint={t('coverageHint')}
              />
              <Figure
                label={t('precision')}
                value={format.percent(report.expected.precision)}
                hint={t('precisionHint')}
              />
              <Figure
                label={t('offTopic')}
                value={format.percent(report.expected.off_topic_recall)}
                hint={t('offTopicHint')}
              />
            </>
          )}
        </div>
      )}
      {report && !report.expected && <p className="pt-3 text-soft">{t('notMeasured')}</p>}
    </Section>
  );
}
