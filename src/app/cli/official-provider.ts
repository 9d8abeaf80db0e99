import type { Config } from '../../config.ts';
import type { ReadTemplates, TemplateReading } from '../../gateway/engines/templates.ts';
import { openOfficialProviders } from '../http/official-provider.ts';
import { findSandboxAddress } from '../processes/sandbox/sandbox.ts';

/** For one command. */
export async function readTemplatesOnce(
  config: Config,
  ...asked: Parameters<ReadTemplates>
): Promise<TemplateReading> {
  const providers = openOfficialProviders(config, await findSandboxAddress(config));
  try {
    return await providers.readTemplates(...asked);
  } finally {
    await providers.close();
  }
}
