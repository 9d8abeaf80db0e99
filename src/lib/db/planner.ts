/**
 * How statements are planned, whatever the server's settings are: for disks without moving heads, without parallel
 * workers and compilation, and once for all values. A generic plan made for an empty table would read all of a
 * large one later, so tables are read through their indexes.
 */
export const PLANNER_SETTINGS = {
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
} as const;
