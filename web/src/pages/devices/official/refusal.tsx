import { TriangleAlert } from 'lucide-react';
import { asProblem } from '../../../api/problem.ts';
import { useTexts } from '../../../texts/texts.ts';
import { ProblemLine } from '../../../ui/problem-line.tsx';
import { refusalOf } from '../state.ts';

/** Why the live check failed: what it means, and the words of the provider. */
export function Refusal({ problem }: { problem: unknown }) {
  const t = useTexts('devices.official');
  if (problem === null || asProblem(problem).code !== 'invalid_official_credentials') {
    return <ProblemLine problem={problem} />;
  }
  const { kind, words } = refusalOf(asProblem(problem).message);
  return (
    <div role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="grid gap-1">
        <p>{t(kind)}</p>
        {words !== '' && (
          <p className="text-[13px]">
            {t('words')} <bdi>{words}</bdi>
          </p>
        )}
      </div>
    </div>
  );
}
