import type { Schema } from '../api/schemas.ts';
import { useTexts } from '../texts/texts.ts';
import { valueIn } from './template-choice.ts';

type Shown = Pick<Schema<'Template'>, 'header' | 'body' | 'footer'> & {
  buttons: readonly Pick<Schema<'Template'>['buttons'][number], 'type' | 'text'>[];
};

export const HEADER = 'header.';

/** As variables are named: `{{1}}` and `{{name}}`. */
export const filled = (text: string, find: (name: string) => string | undefined) =>
  text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (hole, name: string) => find(name) || hole);

/** Buttons whose label the provider writes. */
const isLabelled = (type: string): type is 'copy_code' | 'catalog' | 'mpm' =>
  type === 'copy_code' || type === 'catalog' || type === 'mpm';

const BUTTON = 'rounded-md border border-line bg-card px-2 py-1 text-center text-accent';

/** A template as the phone of the customer shows it. */
export function TemplatePreview({
  template: { header, body, footer, buttons },
  values,
  picture,
}: {
  template: Shown;
  values: Readonly<Record<string, string>>;
  /** A picture of this page for the header. */
  picture?: string | undefined;
}) {
  const t = useTexts('shared.preview');
  return (
    <section aria-label={t('preview')} dir="auto" className="grid gap-1 rounded-lg bg-bubble-own px-3 py-2">
      {picture && <img src={picture} alt={t('image')} className="max-h-40 w-full rounded-md object-cover" />}
      {!picture && header && header.type !== 'text' && (
        <span className="rounded-md bg-hover px-2 py-4 text-center text-soft">{t(header.type)}</span>
      )}
      {header?.text && (
        <b className="font-semibold">{filled(header.text, (name) => valueIn(values, HEADER + name))}</b>
      )}
      <span className="whitespace-pre-wrap">{filled(body, (name) => valueIn(values, name))}</span>
      {footer && <span className="text-[13px] text-soft">{footer}</span>}
      {buttons.length > 0 && (
        <ul className="mt-1 grid gap-1">
          {buttons.map(({ type, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the buttons of a template never move
            <li key={index} className={BUTTON}>
              <bdi>{text || (isLabelled(type) && t(type))}</bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
