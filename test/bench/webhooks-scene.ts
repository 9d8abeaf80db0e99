import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import type { Context } from '../../src/context.ts';
import type { BenchGateway } from './bench-gateway.ts';

/** A gateway with its worker, and a receiver for each of some accounts, so that an event of theirs is a delivery. */
export interface Scene {
  gateway: BenchGateway;
  /** On the gateway's database, with its key. */
  ctx: Context;
  /** The process that all those of PostgreSQL come from. */
  postmaster: number;
  urls: string[];
  accounts: number[];
}

/** Of the system, the same for all its processes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Asks the process of the receivers. */
export async function fromSink<T>(urls: string[], what: 'counted' | 'forget' | 'arrivals'): Promise<T> {
  const { body } = await request(new URL(`/${what}`, urls[0]));
  // The receivers are our own.
  return (await body.json()) as T;
}

/** Path of a file beside this one. */
export function script(name: string): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}
