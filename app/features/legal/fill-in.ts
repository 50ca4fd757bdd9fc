import type { AppConfig } from '../../../contracts/config.ts';
import { strings } from '../../words/strings.ts';

/** What a text may name of the deployment. Null where the deployment does not tell. */
export type Facts = Readonly<Record<string, string | null>>;

/** A stretch of a text; `missing` marks the placeholder of a fact that the deployment does not tell. */
export interface Piece {
  readonly text: string;
  readonly missing: boolean;
}

/** What the legal texts name, as the deployment tells it; all of it missing where it can't be asked. */
export function readFacts(config: AppConfig | null): Facts {
  return {
    association: config?.identity.associationName ?? null,
    associationContact: config?.identity.associationContact ?? null,
    hosting: config?.identity.hostingName ?? null,
    dpoContact: config?.identity.dpoContact ?? null,
    mapHost: config === null ? null : hostOf(config.mapStyleUrl),
    geocoderHost: config === null ? null : hostOf(config.geocoderUrl),
  };
}

/**
 * Puts the facts of a deployment into a text, each `{name}` by its value or by a visible placeholder, with the spaces
 * before French punctuation made unbreakable.
 *
 * @throws RangeError for a name that is no fact.
 */
export function fillIn(text: string, facts: Facts): Piece[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index): Piece => {
      if (index % 2 === 0) return { text: keepTogether(part), missing: false };
      const value = facts[part];
      if (value === undefined) throw new RangeError(`Got {${part}}, expected one of ${Object.keys(facts).join(', ')}`);
      return value === null ? { text: placeholderOf(part), missing: true } : { text: value, missing: false };
    })
    .filter((piece) => piece.text !== '');
}

function keepTogether(text: string): string {
  return text.replace(/ ([:;?!»])/g, '\u00a0$1').replaceAll('« ', '«\u00a0');
}

function placeholderOf(name: string): string {
  const words: Readonly<Record<string, string>> = strings.legal.placeholders;
  return `[${words[name] ?? name}]`;
}

/** Whose server an address is on, as a person reads it; a path is on our own. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : strings.legal.ownServer;
}
