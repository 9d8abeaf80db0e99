import type { ReactNode } from 'react';
import { setLanguage, useLanguage } from '../texts/language.ts';
import { LANGUAGES, type Language } from '../texts/translate.ts';
import { useTitle } from '../ui/title.ts';

/** The card in the middle of a page without a session. */
export function SessionFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children: ReactNode;
}) {
  const language = useLanguage();
  useTitle(title);
  return (
    <main className="grid min-h-full place-items-center px-4 py-10">
      <div className="grid w-full max-w-sm gap-6">
        <div className="grid gap-3">
          <img src="./icon.svg" alt="Kurir" width={40} height={40} />
          <h1 className="text-xl font-semibold">{title}</h1>
          {lead && <p className="text-soft">{lead}</p>}
        </div>
        {children}
        <div className="flex flex-wrap gap-x-3 gap-y-2 text-[13px]">
          {Object.entries(LANGUAGES).map(([code, { name }]) => (
            <button
              key={code}
              type="button"
              lang={code}
              aria-pressed={code === language}
              className="text-faint aria-pressed:font-medium aria-pressed:text-ink"
              onClick={() => void setLanguage(code as Language)} // the keys of LANGUAGES
            >
              {name}
            </button>
          ))}
        </div>
      </div>
    </main>
  );
}
