/**
 * Plan statements in one way, regardless of the settings of the server: for solid-state disks, without parallel
 * workers or compilation, once for all values. A generic plan for an empty table would later scan a large one, so
 * statements read tables through indexes.
 */
export const PLANNER_SETTINGS = {
  random_page_cost: '1.1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
} as const;
