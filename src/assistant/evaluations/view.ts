import type { ListedEvaluation, Reported } from './evaluation.ts';
import type { Evaluation, EvaluationListed } from './schema.ts';

export function viewListed(row: ListedEvaluation): EvaluationListed {
  const { evaluation_uuid: id, kind, state, looked_at, max_messages } = row;
  return {
    ...{ id, kind, state, looked_at, max_messages, from: row.from_at.toISOString() },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function viewEvaluation({ run, ...reports }: Reported): Evaluation {
  return { ...viewListed(run), ...reports };
}
