import { startOfficialBench } from '../../../../test/harness/official-bench.ts';
import { testEngine } from '../conformance.ts';

testEngine('official_cloud', startOfficialBench);
