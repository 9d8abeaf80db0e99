import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TemplatePreview } from '../../../../devices/template-preview.tsx';
import { useTexts } from '../../../../texts/texts.ts';
import { codePreviewQuery } from '../../queries.ts';
import type { Form } from './form.ts';

/** What the customer will see: one-time passwords in the words of the provider. */
export function FormPreview({ form, deviceUuid }: { form: Form; deviceUuid: string }) {
  if (form.category === 'authentication') return <CodePreview {...{ form, deviceUuid }} />;
  const picture = form.header.type === 'image' ? form.file?.url : undefined;
  return <TemplatePreview template={shownOf(form)} values={form.examples} picture={picture} />;
}

const EXAMPLE = { '1': '123456' };

function CodePreview({ form: { language, authentication }, deviceUuid }: { form: Form; deviceUuid: string }) {
  const t = useTexts('devices.officialTemplates');
  const { security_recommendation: advice, code_expiration_minutes } = authentication;
  const minutes = code_expiration_minutes ?? 0;
  const texts = useQuery({
    ...codePreviewQuery(deviceUuid, {
      language,
      security_recommendation: advice ? 'true' : 'false',
      ...(minutes >= 1 && minutes <= 90 && { code_expiration_minutes: minutes }),
    }),
    placeholderData: keepPreviousData,
  });
  if (!texts.data) return <p className="text-[13px] text-soft">{t('textsOfProvider')}</p>;
  const { body, footer, button } = texts.data;
  const buttons = [{ type: 'copy_code', text: button ?? '' } as const];
  return <TemplatePreview template={{ header: null, body, footer, buttons }} values={EXAMPLE} />;
}

function shownOf({ header: { type, text }, body, footer, buttons }: Form) {
  const header = type === 'none' ? null : { type, text: type === 'text' ? text : null };
  return { header, body, footer, buttons };
}
