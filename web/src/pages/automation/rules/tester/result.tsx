import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleSlash } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schema } from '../../../../api/schemas.ts';
import { useTexts } from '../../../../texts/texts.ts';
import { rulesQuery } from '../queries.ts';
import type { Tested } from '../rule.ts';

type Fired = Schema<'FiredAutoReply'>;

/** Which rule answers with what, and why each other one that fits does not. */
export function Result({ tested }: { tested: Tested }) {
  const t = useTexts('rules.tester');
  const { greeting, rule, flow, away, hand_off_text: handOff, decision, others } = tested;
  const isSilent = !(rule || flow || away);
  return (
    <div className="mt-4 grid gap-4 border-t border-line pt-4">
      {greeting && <Answer title={t('greets', { name: greeting.name })} fired={greeting} />}
      {rule && <Answer title={t('answers', { name: rule.name })} fired={rule} />}
      {flow && (
        <Line icon={<CircleCheck className="text-good" aria-hidden />}>
          {t('flowStarts', { name: flow.name })}
        </Line>
      )}
      {away && <Answer title={t('awayAnswers', { name: away.name })} fired={away} />}
      {isSilent && (
        <Line icon={<CircleSlash className="text-faint" aria-hidden />}>
          {t(`nothing_${decision.stage}`)}
        </Line>
      )}
      {handOff && (
        <div className="grid gap-1.5">
          <p className="text-soft">{t('handOff')}</p>
          <Said>{handOff}</Said>
        </div>
      )}
      <Others others={others} />
    </div>
  );
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 font-medium [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <bdi>{children}</bdi>
    </p>
  );
}

function Answer({ title, fired }: { title: string; fired: Fired }) {
  const t = useTexts('rules.tester');
  return (
    <div className="grid gap-1.5">
      <Line icon={<CircleCheck className="text-good" aria-hidden />}>{title}</Line>
      {fired.pattern !== null && (
        <p className="text-[13px] text-soft">{t('because', { pattern: fired.pattern })}</p>
      )}
      {fired.replies.map(({ body, media_url, interactive }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of one answer keep their order
        <Said key={n}>
          {media_url !== null && <span className="block text-[13px]">{t('file', { url: media_url })}</span>}
          {body}
          {interactive !== null && <span className="block text-[13px]">{t('choices')}</span>}
        </Said>
      ))}
    </div>
  );
}

function Said({ children }: { children: ReactNode }) {
  return (
    <p dir="auto" className="rounded-xl bg-bubble-own px-3 py-1.5 whitespace-pre-wrap">
      {children}
    </p>
  );
}

function Others({ others }: { others: Tested['others'] }) {
  const t = useTexts('rules.tester');
  const rules = useQuery(rulesQuery).data;
  const nameOf = (id: string | null) => rules?.find((rule) => rule.id === id)?.name ?? t('otherRule');
  return (
    <div className="grid gap-2">
      {others.length > 0 && (
        <>
          <h3 className="text-[13px] font-medium">{t('others')}</h3>
          <ul className="grid gap-2">
            {others.map(({ id, kind, name, why, shadowed_by: first }) => (
              <li key={`${kind} ${id}`} className="rounded-md border border-line px-3 py-2">
                <bdi className="font-medium">{name}</bdi>
                <p className="text-[13px] text-soft">{t(`why_${why}`, { name: nameOf(first) })}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="text-[13px] text-soft">{t('noFit')}</p>
    </div>
  );
}
