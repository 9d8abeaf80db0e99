import { useTexts } from '../../../../texts/texts.ts';

export interface ShownChoice {
  title: string;
  /** Below the title. */
  description?: string | null;
  url?: string | null;
  phone?: string | null;
}

/** The buttons and rows of a message, as its reader sees them. They do nothing here. */
export function ChoiceList({ choices }: { choices: readonly ShownChoice[] }) {
  const t = useTexts('inbox.threadParts');
  return (
    <ul className="grid gap-1" aria-label={t('offered')}>
      {choices.map(({ title, description, url, phone }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the choices of a message never move
          key={index}
          title={url ?? phone ?? undefined}
          className="grid rounded-md border border-line bg-card px-2.5 py-1 text-center text-[13px] text-accent"
        >
          <bdi>{title}</bdi>
          {description && <bdi className="text-xs text-soft">{description}</bdi>}
        </li>
      ))}
    </ul>
  );
}
