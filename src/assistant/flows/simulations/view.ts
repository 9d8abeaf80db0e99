import { type CheckedSimulation, MAX_SHOWN, type SimulationSummary, type SimulationView } from './schema.ts';
import type { Checked } from './simulation.ts';
import type { SimulationRow, SimulationSummaryRow } from './store.ts';

export function viewSummary(row: SimulationSummaryRow): SimulationSummary {
  const { simulation_uuid: id, name, depends_on, created_at, updated_at } = row;
  const times = { created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
  return { id, name, depends_on, ...times };
}

export function viewSimulation(row: SimulationRow): SimulationView {
  return { ...viewSummary(row), request: row.request, expected: row.expected };
}

export function viewChecked({ simulation, differences, depends_on }: Checked): CheckedSimulation {
  const { simulation_uuid: id, name } = simulation;
  const shown = differences.slice(0, MAX_SHOWN);
  return { id, name, difference_count: differences.length, differences: shown, depends_on };
}
