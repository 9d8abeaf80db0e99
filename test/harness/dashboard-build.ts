interface Sources {
  dashboardStamp(): string;
  isDashboardBuilt(stamp: string): boolean;
}

interface Builder {
  buildDashboard(node: string): Promise<void>;
}

/** Builds `web/dist` as the launcher does: after a change of its sources, and once for all processes. */
export async function buildDashboardOnce(): Promise<void> {
  const { dashboardStamp, isDashboardBuilt }: Sources = await import(binOf('dashboard.js'));
  if (isDashboardBuilt(dashboardStamp())) return;
  const { buildDashboard }: Builder = await import(binOf('dashboard-build.js'));
  await buildDashboard(process.execPath);
}

const binOf = (name: string) => new URL(`../../bin/${name}`, import.meta.url).href;
