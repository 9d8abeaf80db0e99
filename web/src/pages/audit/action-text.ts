import { type Language, translate } from '../../texts/define-texts.ts';
import { nounTexts, verbTexts } from './texts.ts';

/** `webhook.secret_rotated` in plain words. An action that this version does not know stays as it is. */
export function actionText(action: string, language: Language): string {
  const [noun = '', verb = ''] = action.split('.');
  if (!isKey(nounTexts.en, noun) || !isKey(verbTexts.en, verb)) return action;
  return `${translate(nounTexts, language, noun)} ${translate(verbTexts, language, verb)}`;
}

const isKey = <Key extends string>(texts: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(texts, key);
