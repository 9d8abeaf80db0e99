import type { ReactNode } from 'react';
import { NewTemplate } from '../../../../api/limits.ts';
import { HEADER } from '../../../../devices/template-preview.tsx';
import { useTemplateWords } from '../../../../devices/template-words.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, fieldProblem, Input, Select, TextArea } from '../../../../ui/field.tsx';
import { CATEGORIES, examplesOf, hasFile, LANGUAGES, NO_FILE, nextValue, type PartProps } from './form.ts';
import { HeaderFile } from './header-file.tsx';

const HEADERS = {
  none: 'noHeader',
  text: 'textHeader',
  image: 'image',
  video: 'video',
  document: 'document',
} as const;
const HEADER_TYPES = Object.keys(HEADERS) as (keyof typeof HEADERS)[]; // the keys of a constant

/** What the provider files the template under. A change keeps name and language. */
export function NameFields({ form, problem, onForm, act }: PartProps & { act: 'create' | 'edit' | 'copy' }) {
  const t = useTexts('devices.officialTemplates');
  const word = useTemplateWords();
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  const languages = LANGUAGES.includes(form.language) ? LANGUAGES : [form.language, ...LANGUAGES];
  return (
    <>
      {act !== 'edit' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('name')} hint={t('nameHint')} problem={fieldProblem(problem, 'name')}>
            {(control) => (
              <Input
                {...control}
                required
                maxLength={512}
                disabled={act === 'copy'}
                value={form.name}
                onChange={({ target }) => onForm({ ...form, name: target.value })}
              />
            )}
          </Field>
          <Field label={t('language')} problem={fieldProblem(problem, 'language')}>
            {(control) => (
              <Select
                {...control}
                value={form.language}
                onChange={({ target }) => onForm({ ...form, language: target.value })}
              >
                {languages.map((code) => (
                  <option key={code} value={code}>
                    {names.of(code.replace('_', '-'))} ({code})
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      <Field label={t('category')} problem={fieldProblem(problem, 'category')}>
        {(control) => (
          <Select
            {...control}
            value={form.category}
            onChange={({ target }) =>
              onForm({ ...form, category: CATEGORIES.find((each) => each === target.value) ?? form.category })
            }
          >
            {CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {word(category)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

/** Header, text and footer. */
export function PartFields({ form, problem, onForm, deviceUuid }: PartProps & { deviceUuid: string }) {
  const t = useTexts('devices.officialTemplates');
  const { headerType, headerText, body, footer } = form;
  return (
    <>
      <Field label={t('header')}>
        {(control) => (
          <Select
            {...control}
            value={headerType}
            onChange={({ target }) =>
              onForm({
                ...form,
                ...NO_FILE,
                headerType: HEADER_TYPES.find((each) => each === target.value) ?? headerType,
              })
            }
          >
            {HEADER_TYPES.map((type) => (
              <option key={type} value={type}>
                {t(HEADERS[type])}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {headerType === 'text' && (
        <Text
          label={t('headerText')}
          problem={fieldProblem(problem, 'header.text')}
          max={60}
          value={headerText}
          onValue={(value) => onForm({ ...form, headerText: value })}
        />
      )}
      {hasFile(form) && <HeaderFile {...{ form, problem, onForm, deviceUuid }} />}
      <Field label={t('body')} hint={t('bodyHint')} problem={fieldProblem(problem, 'body')}>
        {(control) => (
          <>
            <TextArea
              {...control}
              required
              rows={5}
              maxLength={NewTemplate.body.maxLength}
              value={body}
              onChange={({ target }) => onForm({ ...form, body: target.value })}
            />
            <Button
              size="small"
              className="justify-self-start"
              onClick={() => onForm({ ...form, body: `${body}{{${nextValue(body)}}}` })}
            >
              {t('addValue')}
            </Button>
          </>
        )}
      </Field>
      <Text
        label={t('footer')}
        problem={fieldProblem(problem, 'footer')}
        max={60}
        optional
        value={footer}
        onValue={(value) => onForm({ ...form, footer: value })}
      />
    </>
  );
}

/** What the reviewer reads in place of each value. */
export function ExampleFields({ form, problem, onForm }: PartProps) {
  const t = useTexts('devices.officialTemplates');
  const keys = examplesOf(form);
  if (keys.length === 0) return null;
  const labelOf = (key: string) => {
    if (key.startsWith(HEADER)) return t('headerValue', { name: key.slice(HEADER.length) });
    if (!key.startsWith('button.')) return `{{${key}}}`;
    const button = form.buttons[Number(key.split('.')[1])];
    return button?.type === 'url' ? t('linkEnd', { button: button.text }) : t('code');
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-[13px] font-medium">{t('examples')}</legend>
      <p className="text-[13px] text-faint">{t('examplesLead')}</p>
      {keys.map((key) => (
        <Text
          key={key}
          label={labelOf(key)}
          problem={fieldProblem(problem, `examples.${key}`)}
          max={1024}
          value={form.examples[key] ?? ''}
          onValue={(value) => onForm({ ...form, examples: { ...form.examples, [key]: value } })}
        />
      ))}
    </fieldset>
  );
}

interface TextProps {
  label: ReactNode;
  hint?: string;
  problem: string | undefined;
  max: number;
  optional?: boolean;
  value: string;
  onValue: (value: string) => void;
}

export function Text({ label, hint, problem, max, optional = false, value, onValue }: TextProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <Input
          {...control}
          required={!optional}
          maxLength={max}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  );
}
