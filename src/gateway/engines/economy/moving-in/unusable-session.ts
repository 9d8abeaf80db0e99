/** Words for code; the message of the error says more. */
export type SessionProblem =
  | 'unknown_form'
  | 'too_large'
  | 'no_credentials'
  | 'several_sessions'
  | 'torn'
  | 'not_linked'
  | 'no_keys';

/** Nothing of it can be imported. The message is for the user. */
export class UnusableSession extends Error {
  override name = 'UnusableSession';
  readonly problem: SessionProblem;

  constructor(problem: SessionProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

export const torn = (place: string, what: string): UnusableSession =>
  new UnusableSession('torn', `${place} ${what}. Stop the old gateway, then copy its session again.`);
