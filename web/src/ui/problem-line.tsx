import { TriangleAlert } from 'lucide-react';
import { problemText } from '../api/problem-text.ts';
import { useLanguage } from '../texts/language.ts';

/** Says what went wrong with a call, in one line; nothing without a problem. */
export function ProblemLine({ problem }: { problem: unknown }) {
  const language = useLanguage();
  if (problem === null || problem === undefined) return null;
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>{problemText(problem, language)}</span>
    </p>
  );
}
