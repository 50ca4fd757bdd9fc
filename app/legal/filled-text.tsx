import type { AppConfig } from '../../contracts/config.ts';
import { formatDay } from '../ui/number-words.ts';
import { OutsideLink } from '../ui/outside-link.tsx';
import styles from './legal.module.css';
import { legalStrings } from './legal-words.ts';

/** A legal text with its facts filled in; the placeholders of missing ones are marked. */
export function FilledText({ text, facts }: { readonly text: string; readonly facts: Facts }) {
  return fillIn(text, facts).map((piece) =>
    piece.missing ? (
      <mark key={piece.text} className={styles.missing}>
        {piece.text}
      </mark>
    ) : (
      <Linked key={piece.text} text={piece.text} />
    ),
  );
}

/** Addresses of pages and of mailboxes in a text, each without the punctuation after it. */
const ADDRESS = /(https?:\/\/[^\s,;]*[^\s,;.:)]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** A text whose addresses are links. */
function Linked({ text }: { readonly text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : part.includes('://') ? (
      <OutsideLink key={part} href={part}>
        {part}
      </OutsideLink>
    ) : (
      <a key={part} href={`mailto:${part}`}>
        {part}
      </a>
    ),
  );
}

/** The values that a legal text may contain, by name; null if the deployment has not set them. */
export type Facts = Readonly<Record<string, string | null>>;

/** A part of a text; `missing` marks the placeholder of a value that is not set. */
interface Piece {
  readonly text: string;
  readonly missing: boolean;
}

/** Reads the values from the configuration; all are missing if it could not be loaded. */
export function readFacts(config: AppConfig | null): Facts {
  const declared = config?.accessibility;
  return {
    association: config?.identity.associationName ?? null,
    associationContact: config?.identity.associationContact ?? null,
    hosting: config?.identity.hostingName ?? null,
    dpoContact: config?.identity.dpoContact ?? null,
    auditor: declared?.auditor ?? null,
    rate: declared?.ratePercent?.toString() ?? null,
    date: declared?.date ? formatDay(Date.parse(`${declared.date}T12:00`)) : null,
    gaps: declared?.gaps ?? null,
    plan: declared?.planUrl ?? null,
    mapHost: config === null ? null : hostOf(config.mapTiles?.link ?? config.mapStyleUrl),
    geocoderHost: config === null ? null : hostOf(config.geocoderUrl),
  };
}

/**
 * Replaces each `{name}` in a text by its value or a visible placeholder, and makes the spaces of French punctuation
 * non-breaking.
 *
 * @throws RangeError for an unknown name
 */
export function fillIn(text: string, facts: Facts): Piece[] {
  return text
    .split(/\{(\w+)\}/)
    .map((part, index): Piece => {
      if (index % 2 === 0) return { text: addNoBreakSpaces(part), missing: false };
      const value = facts[part];
      if (value === undefined) throw new RangeError(`Got {${part}}, expected one of ${Object.keys(facts).join(', ')}`);
      return value === null ? { text: placeholderOf(part), missing: true } : { text: value, missing: false };
    })
    .filter((piece) => piece.text !== '');
}

function addNoBreakSpaces(text: string): string {
  return text.replace(/ ([:;?!»])/g, '\u00a0$1').replaceAll('« ', '«\u00a0');
}

function placeholderOf(name: string): string {
  const words: Readonly<Record<string, string>> = legalStrings.placeholders;
  return `[${words[name] ?? name}]`;
}

/** Returns the host of a URL for display; a path is on our own server. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : legalStrings.ownServer;
}
