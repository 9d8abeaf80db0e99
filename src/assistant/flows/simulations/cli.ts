import type { Command } from 'commander';
import type { CommandRunner } from '../../../command.ts';
import { type AccountOptions, ofAccount, onAccount } from '../../../platform/accounts/choice.ts';
import { CommandError } from '../../../platform/lib/command.ts';
import { parseNumber } from '../../../platform/lib/command-options.ts';
import { Comparisons } from '../run/comparisons.ts';
import { simulateFlow } from '../run/simulation.ts';
import { getRunnable } from '../versions/version.ts';
import { SimulationRequest, StoreSimulation } from './schema.ts';
import { checkSimulations, deleteSimulation, listSimulations, storeSimulation } from './simulation.ts';
import { viewSummary } from './view.ts';

interface SimulateOptions extends AccountOptions {
  at?: number;
  store?: string;
}

/** Of `kurir flow`. */
export function registerSimulationCommands(flow: Command, run: CommandRunner): void {
  simulateCommand(flow, run);
  checkCommand(flow, run);

  ofAccount(flow.command('simulations').description('list the stored simulations of a flow'))
    .argument('<flow>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) =>
        (await listSimulations(ctx, account, id)).map((row) => {
          const { depends_on: _, ...shown } = viewSummary(row);
          return shown;
        }),
      ),
    );

  ofAccount(flow.command('forget').description('delete a stored simulation of a flow'))
    .argument('<flow>', 'its id')
    .argument('<simulation>', 'its id')
    .action((id: string, simulation: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        await deleteSimulation(ctx, account, id, simulation);
        return { id: simulation, removed: true };
      }),
    );
}

function simulateCommand(flow: Command, run: CommandRunner): void {
  ofAccount(flow.command('simulate').description('show what a customer would read; nothing is sent'))
    .argument('<flow>', 'its id')
    .argument('<messages...>', 'what the customer writes, one after the other')
    .option('--at <version>', 'a published version; default: the draft', parseNumber('A version'))
    .option('--store <name>', 'store the messages with the result, for `flow check` and `flow publish`')
    .action((id: string, texts: string[], { at, store, ...options }: SimulateOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const messages = texts.map((text) => ({ text }));
        if (store !== undefined) {
          const given = StoreSimulation.parse({ name: store, messages, version: at });
          const { expected } = await storeSimulation(ctx, account, id, given);
          return expected.entries.map(({ event, details }) => ({ event, details }));
        }
        const runnable = await getRunnable(ctx, account, id, at ?? null);
        const request = SimulationRequest.parse({ messages });
        const parts = { ctx, texts: new Comparisons() };
        const { entries } = await simulateFlow(parts, account, runnable, request);
        return entries.map(({ event, node_id, details }) => ({ event, node_id, details }));
      }),
    );
}

function checkCommand(flow: Command, run: CommandRunner): void {
  ofAccount(flow.command('check').description('run the stored simulations with the draft'))
    .argument('<flow>', 'its id')
    .action((id: string, options: AccountOptions) =>
      onAccount(run, options, async (ctx, account) => {
        const { checked } = await checkSimulations(ctx, account, id);
        const output = checked.map(({ simulation, differences }) => ({
          ...{ id: simulation.simulation_uuid, name: simulation.name, differences: differences.length },
        }));
        const differing = output.filter(({ differences }) => differences > 0).length;
        if (differing === 0) return output;
        throw new CommandError(`${differing} of ${output.length} simulations end differently.`, 'failed', {
          output,
        });
      }),
    );
}
