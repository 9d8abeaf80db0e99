export interface Gate {
  bias: number;
  weights: number[];
}

export interface Example {
  signals: readonly number[];
  is: boolean;
  weight: number;
}

const ROUNDS = 40;
const EPSILON = 1e-12;
/** The first that helps is taken. */
const SHORTER = [1, 0.5, 0.25, 0.1, 0.02];

export function shareOf(gate: Gate, signals: readonly number[]): number {
  const sum = signals.reduce((total, signal, at) => total + signal * (gate.weights[at] ?? 0), gate.bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Newton's method. With few examples the result stays near `prior`. */
export function fitGate(examples: readonly Example[], prior: Gate, pull: number): Gate {
  const center = [prior.bias, ...prior.weights];
  const lossOf = (values: readonly number[]) => measure(examples, values, center, pull);
  let now = center;
  let loss = lossOf(now);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { slope, curve } = derive(examples, now, center, pull);
    const step = solve(curve, slope);
    // A full step may go too far, and never come back.
    const next = SHORTER.map((part) => now.map((value, at) => value - part * (step[at] ?? 0))).find(
      (values) => lossOf(values) < loss - EPSILON,
    );
    if (!next) break;
    now = next;
    loss = lossOf(now);
  }
  return gateOf(now);
}

function gateOf([bias = 0, ...weights]: readonly number[]): Gate {
  return { bias, weights };
}

function measure(
  examples: readonly Example[],
  values: readonly number[],
  center: readonly number[],
  pull: number,
): number {
  const gate = gateOf(values);
  const distance = values.reduce((sum, value, at) => sum + (value - (center[at] ?? 0)) ** 2, 0);
  return examples.reduce(
    (sum, { signals, is, weight }) => {
      const share = shareOf(gate, signals);
      return sum - weight * Math.log(Math.max(is ? share : 1 - share, EPSILON));
    },
    (pull * distance) / 2,
  );
}

/** First and second derivatives of the loss. */
function derive(
  examples: readonly Example[],
  now: readonly number[],
  center: readonly number[],
  pull: number,
) {
  const slope = now.map((value, at) => pull * (value - (center[at] ?? 0)));
  const curve = now.map((_, row) => now.map((_, column) => (row === column ? pull : 0)));
  const gate = gateOf(now);
  for (const { signals, is, weight } of examples) {
    const inputs = [1, ...signals];
    const share = shareOf(gate, signals);
    const error = weight * (share - (is ? 1 : 0));
    const bend = weight * Math.max(share * (1 - share), 1e-6);
    inputs.forEach((input, row) => {
      slope[row] = (slope[row] ?? 0) + error * input;
      const line = curve[row] ?? [];
      inputs.forEach((other, column) => {
        line[column] = (line[column] ?? 0) + bend * input * other;
      });
    });
  }
  return { slope, curve };
}

/** Gaussian elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  rows.forEach((_, column) => {
    const size = (row: readonly number[]) => Math.abs(row[column] ?? 0);
    const below = rows.slice(column);
    const pivot = below.reduce((best, row) => (size(row) > size(best) ? row : best), below[0] ?? []);
    const from = rows.indexOf(pivot);
    rows[from] = rows[column] ?? [];
    rows[column] = pivot;
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[column] ?? 0) / (pivot[column] || EPSILON);
      if (factor === 0) continue;
      for (let at = column; at < row.length; at += 1) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0);
    }
  });
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] || EPSILON));
}
