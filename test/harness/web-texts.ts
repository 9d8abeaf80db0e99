import { expect } from 'vitest';

/** Tests of the dashboard have all texts. Otherwise they need an earlier file of their worker that loads them. */
if (expect.getState().testPath?.includes('/web/src/')) await import('../../web/src/texts/test-texts.ts');
