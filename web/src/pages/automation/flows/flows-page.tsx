import { AutomationFrame } from '../frame.tsx';

export function FlowsPage() {
  return <AutomationFrame>{null}</AutomationFrame>;
}
