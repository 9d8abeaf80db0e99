import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../texts/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { rulesQuery } from './queries.ts';
import type { Warning } from './rule.ts';
import { ToHours } from './to-hours.tsx';

/** What a saved rule cannot do. */
export function Warnings({ warnings, onClose }: { warnings: readonly Warning[]; onClose: () => void }) {
  const t = useTexts('rules.page');
  const rules = useQuery(rulesQuery).data;
  if (warnings.length === 0) return null;
  const nameOf = ({ rule_id }: Warning) => rules?.find(({ id }) => id === rule_id)?.name ?? t('otherRule');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('warningsTitle')}
      lead={t('warningsLead')}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('understood')}
        </Button>
      }
    >
      <ul className="grid list-disc gap-2 pl-5">
        {warnings.map((warning) => (
          <li key={`${warning.code} ${warning.rule_id ?? warning.flow_id}`} dir="auto">
            {t(`warn_${warning.code}`, { name: nameOf(warning), patterns: warning.patterns.join(', ') })}{' '}
            {warning.code === 'no_business_hours' && <ToHours isAct />}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
