import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../../texts/texts.ts';
import { Loaded } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { assistantQuery } from '../queries.ts';
import { assistantTexts } from '../texts.ts';
import { ModelForm } from './model-form.tsx';
import { SettingsForm } from './settings-form.tsx';
import { settingsTexts } from './texts.ts';

/** How the assistant speaks, when it answers, and when staff takes over. */
export function SettingsPage() {
  const [t, all] = [useTexts(settingsTexts), useTexts(assistantTexts)];
  const assistant = useQuery(assistantQuery);
  return (
    <>
      <Head title={all('settings')} lead={t('lead')} />
      <Loaded query={assistant}>
        {(settings) => (
          <>
            <SettingsForm settings={settings} />
            <ModelForm key={settings.language_model?.url ?? ''} model={settings.language_model} />
          </>
        )}
      </Loaded>
    </>
  );
}
