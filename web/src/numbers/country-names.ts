import { useMemo } from 'react';
import { useLanguage } from '../texts/language.ts';

/** Names of countries by their codes; empty without one. */
export function useCountryNames(): (code: string | null) => string {
  const language = useLanguage();
  const names = useMemo(() => new Intl.DisplayNames([language], { type: 'region' }), [language]);
  return (code) => (code === null ? '' : (names.of(code) ?? code));
}
