import axe from 'axe-core';
import { listFaults, settle } from './axe-faults.ts';

/** A component alone is no whole page. */
const RULES = { 'page-has-heading-one': { enabled: false } };

/** What axe-core's own rules find in the page that this runs in, once nothing moves: the rule, where, and why. */
export async function faultsHere(): Promise<string[]> {
  await settle();
  const { violations } = await axe.run(document, { rules: RULES });
  return listFaults(violations);
}
