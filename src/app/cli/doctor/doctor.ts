import type { Config } from '../../../config.ts';
import { type CommandOutput, EXIT_CODES } from '../../../platform/lib/command.ts';
import { KURIR } from '../../../platform/lib/command-name.ts';
import { VERSION } from '../../../platform/lib/version.ts';
import { readReadiness } from '../status.ts';
import { checkInstallation } from './database.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import { checkNetwork } from './network.ts';
import { checkPlace } from './place.ts';

const NODE_MAJOR = 24;

/** `kurir doctor`: starts nothing. Sets the exit code when something is at fault. */
export async function examine(config: Config): Promise<CommandOutput> {
  const groups = await Promise.all([
    checkPlace(config),
    checkGateway(config),
    checkInstallation(config),
    checkNetwork(config),
  ]);
  const findings = [checkNode(), ...groups.flat()];
  if (findings.some(({ verdict }) => verdict === 'fault')) process.exitCode = EXIT_CODES.failed;
  return findings.map((finding) => ({ ...finding }));
}

function checkNode(): Finding {
  const found = `Kurir ${VERSION} on Node ${process.versions.node}`;
  const isKnown = Number.parseInt(process.versions.node, 10) >= NODE_MAJOR;
  return isKnown
    ? ok('version', found)
    : warning('version', found, `Start Kurir with ${KURIR}: it has its Node.`);
}

async function checkGateway(config: Config): Promise<Finding[]> {
  const readiness = await readReadiness(config);
  if (readiness === 'ready') return [ok('gateway', 'ready')];
  if (readiness === 'stopped') return [warning('gateway', 'stopped', `Start it: ${KURIR} start`)];
  return [fault('gateway', 'runs, but is not ready', 'Ask it for the reason: curl /readyz')];
}
