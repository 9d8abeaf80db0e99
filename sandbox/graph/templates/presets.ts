import type { Json } from '../json.ts';
import type { Component } from './definition.ts';

interface Words {
  body: string;
  advice: string;
  footer(minutes: unknown): string;
  button: string;
}

const ENGLISH: Words = {
  body: '*{{1}}* is your verification code.',
  advice: 'For your security, do not share this code.',
  footer: (minutes) => `This code expires in ${minutes} minutes.`,
  button: 'Copy code',
};
const INDONESIAN: Words = {
  body: '*{{1}}* adalah kode verifikasi Anda.',
  advice: 'Demi keamanan, jangan bagikan kode ini.',
  footer: (minutes) => `Kode ini kedaluwarsa dalam ${minutes} menit.`,
  button: 'Salin kode',
};

const wordsOf = (language: string) => (language === 'id' ? INDONESIAN : ENGLISH);

const bodyOf = ({ body, advice }: Words, withAdvice: boolean) => (withAdvice ? `${body} ${advice}` : body);

/** The texts that the provider writes into templates for one-time passwords. Other languages read English here. */
export function withPresets(components: readonly Component[], language: string): Component[] {
  const words = wordsOf(language);
  return components.map((component) => {
    switch (component.type) {
      case 'BODY':
        return {
          ...component,
          text: bodyOf(words, component.add_security_recommendation === true),
          example: { body_text: [['123456']] },
        };
      case 'FOOTER':
        return { ...component, text: words.footer(component.code_expiration_minutes) };
      case 'BUTTONS':
        return {
          ...component,
          buttons: (component.buttons ?? []).map((button) => shownButton(button, words)),
        };
      default:
        return component;
    }
  });
}

/** The list shows the button as a URL. */
const shownButton = (button: NonNullable<Component['buttons']>[number], words: Words) => ({
  ...button,
  type: 'URL',
  text: button.text || words.button,
  url: `https://www.whatsapp.com/otp/code/?otp_type=${String(button.otp_type)}&code=otp{{1}}`,
});

/** `GET /{account}/message_template_previews`: the texts before there is a template. */
export function previewTemplates(query: URLSearchParams): Json {
  const languages = (query.get('languages') ?? 'en_US,id').split(',');
  const minutes = query.get('code_expiration_minutes');
  return {
    data: languages.map((language) => {
      const words = wordsOf(language);
      return {
        body: bodyOf(words, query.get('add_security_recommendation') === 'true'),
        ...(minutes !== null && { footer: words.footer(minutes) }),
        buttons: [{ type: 'OTP', text: words.button, autofill_text: 'Autofill' }],
        language,
      };
    }),
  };
}
