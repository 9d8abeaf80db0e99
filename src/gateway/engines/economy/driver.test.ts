import { startEconomyBench } from '../../../../test/harness/economy-bench.ts';
import { testEngine } from '../conformance.ts';

testEngine('economy', startEconomyBench);
