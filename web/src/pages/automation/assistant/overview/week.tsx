import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormat } from '../../../../texts/format.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Figure, Section } from '../../../../ui/card.tsx';
import { Loaded } from '../../../../ui/states.tsx';
import { reportQuery } from '../queries.ts';

const DAYS = 7;

/** What it did, or would have done, in the last days. */
export function Week({ mode, isOn }: { mode: 'live' | 'shadow'; isOn: boolean }) {
  const [t, format] = [useTexts('assistant.overview'), useFormat()];
  const report = useQuery(reportQuery(DAYS, mode));
  const share = (percent: number | null) => (percent === null ? '–' : format.percent(percent / 100));
  return (
    <Section
      title={t('week')}
      lead={t(mode === 'live' ? 'weekLive' : 'weekShadow')}
      actions={
        <Button asChild size="small">
          <Link to="/automation/assistant/results">{t('toResults')}</Link>
        </Button>
      }
    >
      <Loaded query={report}>
        {({ total }) =>
          total.judged === 0 ? (
            <p className="text-soft">{t(isOn ? 'nothingYet' : 'nothingOff')}</p>
          ) : (
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              <Figure label={t('judged')} value={format.number(total.judged)} />
              <Figure label={t('answered')} value={share(total.answered.percent)} />
              <Figure label={t('handedOff')} value={share(total.handed_off.percent)} />
              <Figure label={t('right')} value={share(total.right.percent)} hint={t('rightHint')} />
            </div>
          )
        }
      </Loaded>
    </Section>
  );
}
