import type { Config } from '../../config.ts';
import type { VerifyCredentials } from '../../gateway/engines/credentials.ts';
import { verifyNewCredentials } from '../../gateway/engines/official-cloud/credentials/verify.ts';
import { createGraph, type Graph } from '../../gateway/engines/official-cloud/graph/graph.ts';
import { previewCode } from '../../gateway/engines/official-cloud/templates/preview-code.ts';
import { readTemplates } from '../../gateway/engines/official-cloud/templates/read-templates.ts';
import { uploadExample } from '../../gateway/engines/official-cloud/templates/upload-example.ts';
import { writeTemplate } from '../../gateway/engines/official-cloud/templates/write-template.ts';
import type {
  PreviewCode,
  ReadTemplates,
  UploadExample,
  WriteTemplate,
} from '../../gateway/engines/templates.ts';
import { openNames } from '../../platform/lib/names/names.ts';
import type { SandboxAddress } from '../sandbox/address.ts';

export function openOfficialProviders(
  config: Config,
  sandbox: SandboxAddress | null,
): {
  verify: VerifyCredentials;
  readTemplates: ReadTemplates;
  writeTemplate: WriteTemplate;
  uploadExample: UploadExample;
  previewCode: PreviewCode;
  close(): Promise<void>;
} {
  const version = config.KURIR_GRAPH_VERSION;
  const names = openNames();
  const { lookup } = names;
  const graphs: Record<'live' | 'sandbox', Graph | null> = {
    live: createGraph({ url: config.KURIR_GRAPH_URL, version, lookup }),
    sandbox: sandbox && createGraph({ url: `${sandbox.url}/graph`, version, lookup }),
  };
  return {
    async verify(network, credentials) {
      const graph = graphs[network];
      return graph ? verifyNewCredentials(graph, credentials) : { outcome: 'unreachable' };
    },
    async readTemplates(network, access) {
      const graph = graphs[network];
      return graph ? readTemplates(graph, access) : { outcome: 'unreachable' };
    },
    async writeTemplate(network, access, change) {
      const graph = graphs[network];
      return graph ? writeTemplate(graph, access, change) : { outcome: 'unreachable' };
    },
    async uploadExample(network, access, file) {
      const graph = graphs[network];
      return graph ? uploadExample(graph, access, file) : { outcome: 'unreachable' };
    },
    async previewCode(network, access, wanted) {
      const graph = graphs[network];
      return graph ? previewCode(graph, access, wanted) : { outcome: 'unreachable' };
    },
    async close() {
      names.close();
      await Promise.all([graphs.live?.close(), graphs.sandbox?.close()]);
    },
  };
}
