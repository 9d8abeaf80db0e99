import type { Component } from './definition.ts';

/** The texts that the provider writes into templates for one-time passwords. Here in English only. */
export function withPresets(components: readonly Component[]): Component[] {
  return components.map((component) => {
    switch (component.type) {
      case 'BODY': {
        const advice = component.add_security_recommendation
          ? ' For your security, do not share this code.'
          : '';
        return {
          ...component,
          text: `*{{1}}* is your verification code.${advice}`,
          example: { body_text: [['123456']] },
        };
      }
      case 'FOOTER':
        return { ...component, text: `This code expires in ${component.code_expiration_minutes} minutes.` };
      case 'BUTTONS':
        return { ...component, buttons: (component.buttons ?? []).map(shownButton) };
      default:
        return component;
    }
  });
}

/** The list shows the button as a URL. */
const shownButton = (button: NonNullable<Component['buttons']>[number]) => ({
  ...button,
  type: 'URL',
  text: button.text || 'Copy code',
  url: `https://www.whatsapp.com/otp/code/?otp_type=${String(button.otp_type)}&code=otp{{1}}`,
});
