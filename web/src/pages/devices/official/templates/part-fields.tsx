import { useContext } from 'react';
import { HEADER } from '../../../../devices/template-preview.tsx';
import { useTemplateWords } from '../../../../devices/template-words.ts';
import { useLanguage } from '../../../../texts/language.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field, fieldProblem, Input } from '../../../../ui/field.tsx';
import { FormFacts, useField } from '../../../../ui/form/facts.ts';
import { AreaField, SelectField, TextField } from '../../../../ui/form/fields.tsx';
import { CATEGORIES, examplesOf, type Form, hasFile, LANGUAGES, nextValue } from './form.ts';
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
export function NameFields({ form, act }: { form: Form; act: 'create' | 'edit' | 'copy' }) {
  const t = useTexts('devices.officialTemplates');
  const word = useTemplateWords();
  const names = new Intl.DisplayNames(useLanguage(), { type: 'language' });
  const languages = LANGUAGES.includes(form.language) ? LANGUAGES : [form.language, ...LANGUAGES];
  return (
    <>
      {act !== 'edit' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="name"
            label={t('name')}
            hint={t('nameHint')}
            maxLength={512}
            disabled={act === 'copy'}
          />
          <SelectField
            name="language"
            label={t('language')}
            options={languages.map((code) => [code, `${names.of(code.replace('_', '-'))} (${code})`])}
          />
        </div>
      )}
      <SelectField
        name="category"
        label={t('category')}
        options={CATEGORIES.map((category) => [category, word(category)])}
      />
    </>
  );
}

/** Header, text and footer. */
export function PartFields({ form, deviceUuid }: { form: Form; deviceUuid: string }) {
  const t = useTexts('devices.officialTemplates');
  const { value: body, setValue: setBody } = useField<string>('body');
  return (
    <>
      <HeaderType />
      {form.header.type === 'text' && <TextField name="header.text" label={t('headerText')} />}
      {hasFile(form) && <HeaderFile deviceUuid={deviceUuid} />}
      <AreaField name="body" label={t('body')} hint={t('bodyHint')} rows={5} />
      <Button
        size="small"
        className="justify-self-start"
        onClick={() => setBody(`${body}{{${nextValue(body)}}}`)}
      >
        {t('addValue')}
      </Button>
      <TextField name="footer" label={t('footer')} />
    </>
  );
}

function HeaderType() {
  const t = useTexts('devices.officialTemplates');
  const { setValue: setHandle } = useField<string>('header.handle');
  const { setValue: setFile } = useField<Form['file']>('file');
  const { setValue: setAddress } = useField<Form['header_media_url']>('header_media_url');
  return (
    <SelectField
      name="header.type"
      label={t('header')}
      options={HEADER_TYPES.map((type) => [type, t(HEADERS[type])])}
      also={() => {
        // A file is of one type.
        setHandle('');
        setFile(null);
        setAddress(null);
      }}
    />
  );
}

/** What the reviewer reads in place of each value. */
export function ExampleFields({ form }: { form: Form }) {
  const t = useTexts('devices.officialTemplates');
  const { problem } = useContext(FormFacts);
  const { value: examples, setValue } = useField<Form['examples']>('examples');
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
        <Field key={key} label={labelOf(key)} problem={fieldProblem(problem, `examples.${key}`)}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={1024}
              value={examples[key] ?? ''}
              onChange={({ target }) => setValue({ ...examples, [key]: target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
