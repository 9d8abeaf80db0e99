import { startWidgetBench } from '../../../../test/harness/widget-bench.ts';
import { testEngine } from '../conformance.ts';

testEngine('widget', startWidgetBench, 'web pages');
