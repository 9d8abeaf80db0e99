import { hasText, type Language, translate } from '../../texts/translate.ts';

/** `webhook.secret_rotated` in plain words. An action that this version does not know stays as it is. */
export function actionText(action: string, language: Language): string {
  const [noun = '', verb = ''] = action.split('.');
  if (!hasText('audit.nouns', noun) || !hasText('audit.verbs', verb)) return action;
  return `${translate('audit.nouns', language, noun)} ${translate('audit.verbs', language, verb)}`;
}
