// Runs commands of the program one after the other. Each line of stdin is a command: its words, as JSON. After its
// output, both streams get END, and stdout its exit code. A failed command ends this process, as it ends a program.
import { createInterface } from 'node:readline';
import { runCommandLine } from '../../src/app/cli/command-line.ts';
import { END } from './command-process.ts';

// Every command listens for errors of these streams.
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

for await (const line of createInterface({ input: process.stdin })) {
  process.exitCode = 0;
  await runCommandLine(JSON.parse(line));
  const { exitCode } = process;
  process.stdout.write(`${END}${exitCode}\n`);
  process.stderr.write(END);
  if (exitCode !== 0) break;
}
