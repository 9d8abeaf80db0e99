import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../texts/texts.ts';
import { Loaded } from '../../../ui/states.tsx';
import { AutomationFrame } from '../frame.tsx';
import { settingsQuery } from './queries.ts';
import { SettingsForm } from './settings-form.tsx';

/** What the assistant, the rules and the flows share. */
export function AutomationSettingsPage() {
  const t = useTexts('automation.settings');
  const settings = useQuery(settingsQuery);
  return (
    <AutomationFrame>
      <p className="text-soft">
        {t('lead')}{' '}
        <Link to="/settings/business-hours" className="text-accent underline underline-offset-4">
          {t('toHours')}
        </Link>
      </p>
      <Loaded query={settings}>{(present) => <SettingsForm present={present} />}</Loaded>
    </AutomationFrame>
  );
}
