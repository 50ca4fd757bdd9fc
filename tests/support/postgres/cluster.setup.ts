import type { TestProject } from 'vitest/node';
import { findPostgres, POSTGRES_MISSING } from '../../../scripts/test/postgres.mjs';
import { startPostgres } from './cluster.ts';
import { makeTemplate } from './template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string;
  }
}

/** Starts the PostgreSQL of the project's tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = findPostgres();
  if (bin === null) throw new Error(POSTGRES_MISSING);
  const cluster = await startPostgres(bin);
  try {
    await makeTemplate(cluster.url);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('postgresUrl', cluster.url);
  return cluster.stop;
}
