import axe from 'axe-core';
import { listFaults, RULES_OF_COLOUR, settle } from './axe-faults.ts';

/** A component alone is no whole page. */
const RULES_OF_PAGE = { 'page-has-heading-one': { enabled: false } };

/**
 * What axe-core's own rules find in the page that this runs in, once nothing moves: the rule, where, and why.
 *
 * @param isPage whether all of a screen is shown, of which more is asked than of a component
 */
export async function faultsHere(isPage = false): Promise<string[]> {
  await settle();
  const rules = isPage ? {} : RULES_OF_PAGE;
  // Of what is right only the names of the rules are made.
  const { violations } = await axe.run(document, { rules, resultTypes: ['violations'] });
  return listFaults(violations);
}

/** The same, and then in the dark look, in which only colours differ. Where the style sheet of the looks is loaded. */
export async function faultsHereInBothLooks(isPage = false): Promise<string[]> {
  const faults = await faultsHere(isPage);
  const { dataset } = document.documentElement;
  const before = dataset.theme;
  dataset.theme = 'dark';
  await settle();
  const { violations } = await axe.run(document, {
    runOnly: { type: 'rule', values: RULES_OF_COLOUR },
    resultTypes: ['violations'],
  });
  if (before === undefined) delete dataset.theme;
  else dataset.theme = before;
  return [...faults, ...listFaults(violations).map((fault) => `in the dark look: ${fault}`)];
}
