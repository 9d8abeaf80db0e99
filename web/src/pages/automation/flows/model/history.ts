/** What was, what is, and what was undone. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Changes of one group in a row, such as letters in a field, are one step. */
  readonly group: string | null;
}

const MAX_STEPS = 200;

export const startHistory = <State>(present: State): History<State> => ({
  past: [],
  present,
  future: [],
  group: null,
});

export function changed<State>(
  history: History<State>,
  present: State,
  group: string | null = null,
): History<State> {
  if (present === history.present) return history;
  const isSameStep = group !== null && group === history.group;
  const past = isSameStep ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present, future: [], group };
}

export function undone<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  const { past, future } = history;
  return { past: past.slice(0, -1), present, future: [history.present, ...future], group: null };
}

export function redone<State>(history: History<State>): History<State> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, group: null };
}
