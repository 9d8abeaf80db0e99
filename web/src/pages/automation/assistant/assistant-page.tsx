import { AutomationFrame } from '../frame.tsx';

export function AssistantPage() {
  return <AutomationFrame>{null}</AutomationFrame>;
}
