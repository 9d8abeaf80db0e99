import { economyDriver, lineBenches } from '../../../../test/harness/economy-bench.ts';
import { testEngine } from '../conformance.ts';

testEngine('economy', lineBenches(economyDriver));
