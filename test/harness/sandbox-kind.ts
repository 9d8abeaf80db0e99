import { SANDBOX_KINDS } from '../../src/app/cli/sandbox-kinds.ts';

/** What a command of the sandbox sends. */
export function kindNamed(name: string): (typeof SANDBOX_KINDS)[number] {
  const kind = SANDBOX_KINDS.find((each) => each.name === name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}
