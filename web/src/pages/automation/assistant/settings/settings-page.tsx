import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../../texts/texts.ts';
import { Loaded } from '../../../../ui/states.tsx';
import { Head } from '../head.tsx';
import { assistantQuery } from '../queries.ts';
import { ModelForm } from './model-form.tsx';
import { SettingsForm } from './settings-form.tsx';

/** How the assistant speaks, when it answers, and when staff takes over. */
export function SettingsPage() {
  const [t, all] = [useTexts('assistant.settings'), useTexts('assistant.page')];
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
