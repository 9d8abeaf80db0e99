import type { Schema } from '../../../../api/schemas.ts';
import { isRecord, recordsOf, textOf } from '../model/definition.ts';
import type { Transcript } from '../queries.ts';

/** What the tester did so far. The gateway runs all of it again for each new message. */
export interface Run {
  messages: readonly { text: string; choice_id: string | null; after_seconds: number }[];
  /** Skipped after the last message. */
  skipped: number;
  /** When the chat began, so that a repetition sees the same clock. */
  at: string;
  /** By node: what requests get. */
  failing: readonly string[];
  /** By node: what the assistant answers. */
  answers: Readonly<Record<string, string>>;
}

export const MAX_MESSAGES = 50;
const MAX_SKIP = 31 * 86_400;

export const newRun = (now: Date): Run => ({
  messages: [],
  skipped: 0,
  at: now.toISOString(),
  failing: [],
  answers: {},
});

export const withMessage = (run: Run, text: string, choice_id: string | null = null): Run => ({
  ...run,
  messages: [...run.messages, { text, choice_id, after_seconds: run.skipped }],
  skipped: 0,
});

/** Lets the time pass until the flow goes on by itself. */
export function afterWait(run: Run, { waits_until }: Transcript): Run {
  if (waits_until === null) return run;
  const waited = run.messages.reduce((sum, { after_seconds }) => sum + after_seconds, 0);
  const until = (new Date(waits_until).getTime() - new Date(run.at).getTime()) / 1000;
  return { ...run, skipped: Math.min(Math.max(0, Math.ceil(until - waited)), MAX_SKIP) };
}

export function requestOf(run: Run): Schema<'SimulateFlow'> {
  const { messages, skipped: advance_seconds, at, failing, answers } = run;
  const given = Object.entries(answers).filter(([, answer]) => answer.trim() !== '');
  return {
    at,
    advance_seconds,
    messages: messages.map((message) => ({ ...message, type: 'text' as const })),
    http_responses: Object.fromEntries(failing.map((node) => [node, { status: 500 }])),
    assistant_answers: Object.fromEntries(given),
  };
}

/** The choices of a message, which the tester can tap. */
export function choicesOf(details: Readonly<Record<string, unknown>>): { id: string; title: string }[] {
  const { interactive } = details;
  if (!isRecord(interactive)) return [];
  const rows = recordsOf(interactive.sections).flatMap((section) => recordsOf(section.rows));
  return [...recordsOf(interactive.buttons), ...rows].map(({ id, title }) => ({
    id: textOf(id),
    title: textOf(title),
  }));
}
