import type { EvaluationRow } from './evaluation.ts';
import { type Evaluation, type EvaluationListed, HistoryReport, TestReport } from './schema.ts';

type Listed = Omit<EvaluationRow, 'work' | 'report'>;

export function viewListed(row: Listed): EvaluationListed {
  const { evaluation_uuid: id, kind, state, looked_at, max_messages } = row;
  return {
    ...{ id, kind, state, looked_at, max_messages, from: row.from_at.toISOString() },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

export function viewEvaluation(row: EvaluationRow): Evaluation {
  const { kind, report } = row;
  return {
    ...viewListed(row),
    history: kind === 'history' && report ? HistoryReport.parse(report) : null,
    test: kind === 'test_questions' && report ? TestReport.parse(report) : null,
  };
}
