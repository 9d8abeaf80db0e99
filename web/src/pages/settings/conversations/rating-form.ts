import type { Schema } from '../../../api/schemas.ts';
import { LANGUAGES } from '../../../texts/translate.ts';

type Settings = Schema<'ConversationSettings'>;
type Request = NonNullable<Settings['rating_request']>;
/** Each language has a text, which may be empty. */
export type RatingForm = Request;

const NO_TEXTS: Record<string, string> = Object.fromEntries(Object.keys(LANGUAGES).map((code) => [code, '']));

export const NEW_REQUEST: RatingForm = {
  delay_minutes: 5,
  pause_days: 30,
  texts: NO_TEXTS,
  says_thanks: true,
  thanks_texts: NO_TEXTS,
};

const withTexts =
  (change: (texts: Record<string, string>) => Record<string, string>) => (settings: Settings) => {
    const { rating_request: request } = settings;
    const texts = request && { texts: change(request.texts), thanks_texts: change(request.thanks_texts) };
    return { ...settings, rating_request: request && { ...request, ...texts } };
  };

export const formOf = withTexts((texts) => ({ ...NO_TEXTS, ...texts }));
/** Without the empty ones. */
export const settingsOf = withTexts((texts) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')),
);
