import type { Command } from 'commander';
import type { CommandOptions, PlainRunner } from '../../command.ts';
import { askSandbox, listIn, scanDevice } from './sandbox-client.ts';
import { registerCloudCommands } from './sandbox-cloud-commands.ts';
import { SANDBOX_KINDS } from './sandbox-kinds.ts';

/** `kurir sandbox ...`: simulates phones and network, through the running gateway. */
export function registerSandboxCommands(sandbox: Command, run: PlainRunner): void {
  const command = (usage: string, text: string) =>
    sandbox.command(usage).description(text).option('--json', 'one line of JSON');
  const post = (path: string, body: object, options: CommandOptions) =>
    run((config) => askSandbox(config, 'POST', path, body), options);

  command(
    'scan <device> <number>',
    "scan the device's QR with a simulated phone; waits for the connection",
  ).action((device: string, number: string, options: CommandOptions) =>
    run((config) => scanDevice(config, device, number), options),
  );
  command('code <number> <code>', 'type the pairing code of a device on a simulated phone').action(
    (number: string, code: string, options: CommandOptions) =>
      post(`${phone(number)}/code`, { code }, options),
  );
  command(
    'passkey <device> <number>',
    'sign with the passkey of a simulated phone that the network asked for',
  ).action((device: string, number: string, options: CommandOptions) =>
    post(`/sandbox/devices/${encodeURIComponent(device)}/passkey`, { number }, options),
  );
  command('phone <number>', 'switch on a simulated phone').action((number: string, options: CommandOptions) =>
    post('/sandbox/phones', { number }, options),
  );
  command('messages <number>', 'what a phone sent and received').action(
    (number: string, options: CommandOptions) =>
      run(async (config) => listIn(await askSandbox(config, 'GET', `${phone(number)}/messages`)), options),
  );
  command('send <from> <to> <text>', 'type a message on a phone').action(
    (from: string, to: string, text: string, options: CommandOptions) =>
      post(`${phone(from)}/messages`, { to, text }, options),
  );
  for (const { name, usage, description, phone: bodyOf } of SANDBOX_KINDS) {
    command(`${name} <from> <to> ${usage}`.trim(), description).action((...given) => {
      const sender: Command = given.pop();
      const [from = '', to, ...args] = sender.args;
      return post(`${phone(from)}/messages`, { to, ...bodyOf(...args) }, sender.opts<CommandOptions>());
    });
  }
  command(
    'answer <device> <to> <text>',
    'answer as the owner, on the phone of a device or in its Business app',
  ).action((device: string, to: string, text: string, options: CommandOptions) =>
    post(`/sandbox/devices/${encodeURIComponent(device)}/answer`, { to, text }, options),
  );
  command('read <number> <wa_message_id>', 'read a message on a phone').action(
    (number: string, id: string, options: CommandOptions) =>
      post(`${phone(number)}/read`, { wa_message_id: id }, options),
  );
  for (const [action, text] of LINE_ACTIONS) {
    command(`${action} <device>`, text).action((device: string, options: CommandOptions) =>
      post(`/sandbox/devices/${encodeURIComponent(device)}/${action}`, {}, options),
    );
  }
  registerCloudCommands(sandbox, run);
}

const LINE_ACTIONS = [
  ['drop', 'cut the connection of a device until it is restored'],
  ['restore', 'restore the connection of a device'],
  ['logout', 'remove a device on the phone'],
  ['ban', 'ban the number of a device permanently'],
] as const;

const phone = (number: string) => `/sandbox/phones/${encodeURIComponent(number)}`;
