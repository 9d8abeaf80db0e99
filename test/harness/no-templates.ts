import type { Templates } from '../../src/gateway/templates/template.ts';

/** For tests of messages without templates. */
export const noTemplates: Templates = {
  list: () => Promise.reject(new Error('not read here')),
  approve: () => Promise.reject(new Error('not read here')),
};
