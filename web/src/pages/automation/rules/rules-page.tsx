import { AutomationFrame } from '../frame.tsx';

export function RulesPage() {
  return <AutomationFrame>{null}</AutomationFrame>;
}
