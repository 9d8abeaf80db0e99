/**
 * How statements are planned, on a server of whatever settings: for disks without moving heads, and without parallel workers and compilation, which
 * cost short statements more than they give.
 */
export const PLANNER_SETTINGS = {
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
} as const;
