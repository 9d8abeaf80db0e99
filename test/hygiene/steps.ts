export interface Step {
  name: string;
  /** Answers what is wrong, one text each; empty when all is well. */
  run(): Promise<string[]>;
}

export interface StepResult {
  name: string;
  problems: string[];
  seconds: number;
}

/**
 * Runs every step, at most `width` at a time, and reports each result at once. Answers all results in the
 * order of the steps. A step that throws counts as a problem, so that a broken step never hides the others.
 */
export async function runSteps(
  steps: readonly Step[],
  width: number,
  tell: (result: StepResult) => void,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const waiting = [...steps.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, step] = next;
      const result = await runStep(step);
      results[index] = result;
      tell(result);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

async function runStep({ name, run }: Step): Promise<StepResult> {
  const started = performance.now();
  const problems = await run().catch((error: unknown) => [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ]);
  return { name, problems, seconds: (performance.now() - started) / 1000 };
}
