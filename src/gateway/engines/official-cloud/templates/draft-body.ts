import {
  type AuthenticationDraft,
  fillVariables,
  isPositional,
  type TemplateButton,
  type TemplateContent,
  type TemplateDraft,
  variablesIn,
} from '../../templates.ts';

type Examples = Readonly<Record<string, string>>;

/** Components in the provider's form. */
export function draftBody({ content, headerHandle, authentication }: TemplateDraft): {
  parameter_format: 'NAMED' | 'POSITIONAL';
  components: object[];
} {
  if (authentication) return { parameter_format: 'POSITIONAL', components: codeComponents(authentication) };
  const { header, body, footer, buttons, examples = {} } = content;
  const components = [
    ...(header ? [headerOf(header, examples, headerHandle)] : []),
    { type: 'BODY', text: body, ...textExample('body', body, examples) },
    ...(footer === null ? [] : [{ type: 'FOOTER', text: footer }]),
    ...(buttons.length === 0
      ? []
      : [
          {
            type: 'BUTTONS',
            buttons: buttons.map((button, index) => buttonOf(button, examples[`button.${index}`])),
          },
        ]),
  ];
  return { parameter_format: isNamed(content) ? 'NAMED' : 'POSITIONAL', components };
}

/** The provider adds the texts. */
function codeComponents(given: AuthenticationDraft): object[] {
  const { otp_type, security_recommendation, code_expiration_minutes: minutes, apps } = given;
  const button = {
    type: 'OTP',
    otp_type: otp_type.toUpperCase(),
    ...(apps.length > 0 && { supported_apps: apps }),
    ...(otp_type === 'zero_tap' && { zero_tap_terms_accepted: true }),
  };
  return [
    { type: 'BODY', add_security_recommendation: security_recommendation },
    ...(minutes === null ? [] : [{ type: 'FOOTER', code_expiration_minutes: minutes }]),
    { type: 'BUTTONS', buttons: [button] },
  ];
}

const isNamed = ({ header, body }: TemplateContent) =>
  variablesIn(`${header?.type === 'text' ? header.text : ''} ${body}`).some((name) => !isPositional(name));

function headerOf(
  header: NonNullable<TemplateContent['header']>,
  examples: Examples,
  handle: string | null,
): object {
  if (header.type === 'text')
    return {
      type: 'HEADER',
      format: 'TEXT',
      text: header.text,
      ...textExample('header', header.text, examples),
    };
  return { type: 'HEADER', format: header.type.toUpperCase(), example: { header_handle: [handle] } };
}

/** Counted from 1, in any order of the text. */
function textExample(part: 'header' | 'body', text: string, examples: Examples): object {
  const names = variablesIn(text);
  const exampleOf = (name: string) => examples[part === 'header' ? `header.${name}` : name] ?? '';
  if (names.length === 0) return {};
  if (names.some((name) => !isPositional(name))) {
    const named = names.map((name) => ({ param_name: name, example: exampleOf(name) }));
    return { example: { [`${part}_text_named_params`]: named } };
  }
  const values = names.toSorted((a, b) => Number(a) - Number(b)).map(exampleOf);
  return { example: part === 'header' ? { header_text: values } : { body_text: [values] } };
}

function buttonOf(
  { type, text, url, phone_number, flow }: TemplateButton,
  example: string | undefined,
): object {
  switch (type) {
    case 'quick_reply':
      return { type: 'QUICK_REPLY', text };
    case 'phone_number':
      return { type: 'PHONE_NUMBER', text, phone_number };
    case 'copy_code':
      return { type: 'COPY_CODE', example };
    case 'catalog':
    case 'mpm':
      return { type: type.toUpperCase(), text };
    case 'flow': {
      const { navigate_screen: screen = null, ...opened } = flow ?? {};
      return { type: 'FLOW', text, ...opened, ...(screen !== null && { navigate_screen: screen }) };
    }
    case 'url': {
      const address = url ?? '';
      if (variablesIn(address).length === 0) return { type: 'URL', text, url: address };
      return { type: 'URL', text, url: address, example: [fillVariables(address, () => example)] };
    }
    default:
      return type satisfies never;
  }
}
