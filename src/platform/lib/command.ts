export type CommandOutput = Record<string, unknown> | Record<string, unknown>[];

/** Never change: docs/command-line.md. */
export const EXIT_CODES = {
  failed: 1,
  invalid_usage: 2,
  not_found: 3,
  refused: 4,
  database_unavailable: 5,
  no_installation: 6,
  gateway_not_running: 7,
  interrupted: 130,
  terminated: 143,
} as const;

export type FailureKind = keyof typeof EXIT_CODES;

export function kindOfStatus(status: number): FailureKind {
  if (status === 404) return 'not_found';
  if (status === 400 || status === 422) return 'invalid_usage';
  return status >= 500 ? 'failed' : 'refused';
}

interface FailureDetails {
  /** More exact, for `--json`. Default: the kind. */
  code?: string;
  /** Partial results, for stdout. */
  output?: CommandOutput;
}

/** `message` is for the operator. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly kind: FailureKind;
  readonly code: string;
  readonly output: CommandOutput | undefined;

  constructor(message: string, kind: FailureKind = 'failed', { code, output }: FailureDetails = {}) {
    super(message);
    this.kind = kind;
    this.code = code ?? kind;
    this.output = output;
  }
}
