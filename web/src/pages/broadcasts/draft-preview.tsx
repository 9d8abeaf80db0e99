import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { asProblem } from '../../api/problem.ts';
import { fieldText } from '../../api/problem-text.ts';
import type { Schema } from '../../api/schemas.ts';
import { FilePreview } from '../../files/file-preview.tsx';
import { phoneText } from '../../numbers/phone-text.ts';
import { useFormat } from '../../texts/format.ts';
import { useLanguage } from '../../texts/language.ts';
import { useTexts } from '../../texts/texts.ts';
import { Section } from '../../ui/card.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useLate } from '../../ui/use-late.ts';
import { CostEstimate } from './cost-estimate.tsx';
import { bodyOf, type Draft, hasMessage, isPreviewable } from './draft.ts';
import { TestToOneself } from './test-to-oneself.tsx';

export type Preview = Schema<'BroadcastPreview'>;

const TYPING_MS = 600;

/** The preview of the draft, once the user stops typing. */
export function usePreview(draft: Draft): UseQueryResult<Preview> {
  const settled = useLate(draft, TYPING_MS);
  const query = useQuery({ ...previewQuery(settled), placeholderData: keepPreviousData });
  // A preview of an earlier text must not let the user send this one.
  return { ...query, isPlaceholderData: query.isPlaceholderData || settled !== draft } as typeof query;
}

/** No event of the account reads it again: it takes time to make, and its samples vary. */
export function previewQuery(draft: Draft) {
  const { name: _, ...body } = bodyOf(draft);
  return queryOptions({
    queryKey: ['broadcast-preview', body],
    queryFn: () => call('POST /broadcasts/preview', { body }),
    enabled: isPreviewable(draft),
    retry: false,
  });
}

interface Props {
  draft: Draft;
  preview: UseQueryResult<Preview>;
}

/** Samples of the texts, and who gets them. */
export function DraftPreview({ draft, preview }: Props) {
  const t = useTexts('broadcasts.page');
  const shown = isPreviewable(draft) && !preview.isError ? preview.data : undefined;
  return (
    <Section title={t('preview')} className="lg:sticky lg:top-5">
      <div className="grid gap-4" aria-live="polite">
        {!isPreviewable(draft) && <p className="text-soft">{t('previewLead')}</p>}
        {isPreviewable(draft) && preview.isPending && <Skeleton />}
        {isPreviewable(draft) && preview.isError && <PreviewProblem problem={preview.error} />}
        {shown && <Summary preview={shown} />}
        {draft.deviceUuid !== '' && hasMessage(draft) && <TestToOneself draft={draft} />}
        {shown && <Samples samples={shown.samples} file={draft.isTemplate ? null : draft.file} />}
      </div>
    </Section>
  );
}

/** The fields are beside the preview, so it names what is wrong with them. */
function PreviewProblem({ problem }: { problem: unknown }) {
  const language = useLanguage();
  const fields = Object.entries(asProblem(problem).fields);
  if (fields.length === 0) return <ProblemLine problem={problem} />;
  return (
    <ul role="alert" className="grid gap-1 rounded-md bg-bad-soft px-3 py-2 text-bad">
      {fields.map(([field, [text]]) => (
        <li key={field}>
          {field}: {text && fieldText(text, language)}
        </li>
      ))}
    </ul>
  );
}

function Summary({ preview }: { preview: Preview }) {
  const [t, format] = [useTexts('broadcasts.page'), useFormat()];
  return (
    <>
      <Counts preview={preview} />
      {preview.costs && <CostEstimate costs={preview.costs} />}
      <Hints hints={preview.hints} />
      <p className="text-soft">{t('finishAbout', { time: format.moment(preview.finish_expected_at) })}</p>
    </>
  );
}

/** The file is the same for all. */
function Samples({ samples, file }: Pick<Preview, 'samples'> & Pick<Draft, 'file'>) {
  const t = useTexts('broadcasts.page');
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      {file && <FilePreview file={file} />}
      <ul className="grid gap-2">
        {samples.map(({ contact_id, name, phone, text }) => (
          <li key={contact_id} className="grid gap-1">
            <bdi className="truncate text-[13px] text-soft">{name || phoneText(phone)}</bdi>
            {text !== '' && (
              <p dir="auto" className="rounded-lg bg-bubble-own px-3 py-2 whitespace-pre-wrap">
                {text}
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="text-[13px] text-faint">{t('samplesHint')}</p>
    </div>
  );
}

/** Placeholders that go out as they are written. */
export function Hints({ hints }: Pick<Preview, 'hints'>) {
  const t = useTexts('broadcasts.page');
  if (hints.length === 0) return null;
  return (
    <ul className="grid gap-1 rounded-md bg-warn-soft px-3 py-2 text-[13px] text-warn">
      {hints.map(({ code, text, suggestion }) => (
        <li key={text} className="break-words">
          {t(code === 'read_as_choice' ? 'hintChoice' : 'hintNotReplaced', { text })}{' '}
          {suggestion !== null && t('hintSuggestion', { suggestion })}
        </li>
      ))}
    </ul>
  );
}

/** How many get a message, and how many do not. */
export function Counts({ preview }: { preview: Preview }) {
  const t = useTexts('broadcasts.page');
  const { total_recipients, opted_out, same_person, unreachable, without_name } = preview;
  const { open_windows, messaging_limit } = preview;
  const others = [
    ['optedOutCount', opted_out],
    ['samePersonCount', same_person],
    ['unreachableCount', unreachable],
    ['namelessCount', without_name],
  ] as const;
  return (
    <div className="grid gap-0.5">
      <p className="font-medium tabular-nums">{t('recipientCount', { count: total_recipients })}</p>
      {others.map(
        ([key, count]) =>
          count > 0 && (
            <p key={key} className="text-[13px] text-warn">
              {t(key, { count })}
            </p>
          ),
      )}
      {open_windows !== null && open_windows < total_recipients && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-[13px] text-warn">
          {t('openWindows', { count: open_windows })}
        </p>
      )}
      {messaging_limit && (
        <p className="text-[13px] text-soft">
          {t('limitDays', { limit: messaging_limit.per_day, count: messaging_limit.days })}
        </p>
      )}
    </div>
  );
}
