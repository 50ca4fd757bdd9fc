import { TELLINGS_MAX, TEXT_BLOCK_MAX, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { ParcoursAbout, type ParcoursFacts } from '../../../contracts/telling.ts';

/** Facts that are plain text. */
export const TEXT_FACTS = ['authors', 'surface', 'toilets', 'transport', 'emergency'] as const;
/** Facts that are numbers, with their unit. */
export const NUMBER_FACTS = { lengthM: 'km', durationMin: 'min', widthCm: 'cm' } as const;

type TextFact = (typeof TEXT_FACTS)[number];
type NumberFact = keyof typeof NUMBER_FACTS;

/** Name and description in another language, as typed. */
export interface TranslationFields {
  readonly language: string;
  readonly name: string;
  readonly description: string;
}

/** What visitors should know of a parcours, as typed; empty is unknown. Immutable. */
export interface AboutFields extends Readonly<Record<TextFact | NumberFact, string>> {
  readonly language: string;
  readonly difficulty: string;
  /** `yes`, `no`, or empty. */
  readonly hasSteps: string;
  readonly licence: string;
  readonly translations: readonly TranslationFields[];
}

/** Why fields can't be saved, and which of them; of a translation, with its index. */
export type AboutFault =
  | { readonly why: 'number'; readonly field: NumberFact }
  | { readonly why: 'too-long'; readonly field: TextFact }
  | { readonly why: 'no-name' | 'translation-too-long'; readonly at: number };

/** Returns the fields of what is stored. @param format writes a number as the language shown does */
export function fieldsOf(
  { language, facts, translations }: ParcoursAbout,
  format: (value: number) => string,
): AboutFields {
  const { lengthM, durationMin, widthCm, difficulty = '', hasSteps, licence = '' } = facts;
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value));
  return {
    ...{ language, difficulty, licence, translations },
    ...(Object.fromEntries(TEXT_FACTS.map((fact) => [fact, facts[fact] ?? ''])) as Record<TextFact, string>),
    lengthM: lengthM === undefined ? '' : format(lengthM / 1000),
    ...{ durationMin: text(durationMin), widthCm: text(widthCm) },
    hasSteps: hasSteps === undefined ? '' : hasSteps ? 'yes' : 'no',
  };
}

/**
 * Returns the fields that an edit leads to once others have saved theirs: what it changed, else what is saved.
 * Translations are compared by language. Pure.
 */
export function rebaseFields(from: AboutFields, now: AboutFields, saved: AboutFields): AboutFields {
  const changed = Object.entries(now).filter(([field, value]) => value !== from[field as keyof AboutFields]);
  const isKept = ({ language }: TranslationFields): boolean =>
    languages(now).has(language) || !languages(from).has(language);
  const own = new Map(now.translations.filter((one) => !isIn(from, one)).map((one) => [one.language, one]));
  const others = saved.translations.filter(isKept).map((one) => own.get(one.language) ?? one);
  const added = [...own.values()].filter(({ language }) => !languages(saved).has(language));
  return { ...saved, ...Object.fromEntries(changed), translations: [...others, ...added] };
}

/** A field, or the translation into a language, that both an edit and others have changed. */
export type Clash = { readonly field: Exclude<keyof AboutFields, 'translations'> } | { readonly translation: string };

/** Returns what both an edit and others have changed, each in another way. Pure. */
export function findClashes(from: AboutFields, now: AboutFields, saved: AboutFields): Clash[] {
  const { translations: _, ...plain } = now;
  const fields = (Object.keys(plain) as (keyof typeof plain)[]).filter(
    (field) => now[field] !== from[field] && saved[field] !== from[field] && now[field] !== saved[field],
  );
  const told = [...languages(saved), ...languages(from), ...languages(now)].filter((language) => {
    const [before, own, theirs] = [from, now, saved].map(({ translations }) =>
      JSON.stringify(translations.find((one) => one.language === language)),
    );
    // A parcours has no translation into its first language.
    const isOwn = own !== before || (language === now.language && language !== from.language);
    return isOwn && theirs !== before && own !== theirs;
  });
  return [...fields.map((field) => ({ field })), ...[...new Set(told)].map((translation) => ({ translation }))];
}

function languages({ translations }: AboutFields): ReadonlySet<string> {
  return new Set(translations.map(({ language }) => language));
}

function isIn({ translations }: AboutFields, { language, name, description }: TranslationFields): boolean {
  return translations.some((one) => one.language === language && one.name === name && one.description === description);
}

/** Reads a typed number, with a comma or a point; null if it is none. */
function readNumber(typed: string): number | null {
  const plain = typed.replace(/\s/g, '').replace(',', '.');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Returns what fields mean to the server, or the first of them that it would refuse. Pure. */
export function readFields(fields: AboutFields): { readonly about: ParcoursAbout } | { readonly fault: AboutFault } {
  const facts: Record<string, unknown> = {};
  for (const field of Object.keys(NUMBER_FACTS) as NumberFact[]) {
    const typed = fields[field].trim();
    if (typed === '') continue;
    const value = Math.round((readNumber(typed) ?? 0) * (field === 'lengthM' ? 1000 : 1));
    const most = { lengthM: 1_000_000, durationMin: 10_000, widthCm: 10_000 }[field];
    if (value < 1 || value > most) return { fault: { why: 'number', field } };
    facts[field] = value;
  }
  for (const field of TEXT_FACTS) {
    const typed = fields[field].trim();
    if (typed.length > TEXT_LINE_MAX) return { fault: { why: 'too-long', field } };
    if (typed !== '') facts[field] = typed;
  }
  for (const [at, { name, description }] of fields.translations.entries()) {
    if (name.trim() === '') return { fault: { why: 'no-name', at } };
    if (name.trim().length > TEXT_LINE_MAX || description.trim().length > TEXT_BLOCK_MAX) {
      return { fault: { why: 'translation-too-long', at } };
    }
  }
  const { language, difficulty, hasSteps, licence, translations } = fields;
  const chosen = {
    ...(difficulty === '' ? {} : { difficulty }),
    ...(hasSteps === '' ? {} : { hasSteps: hasSteps === 'yes' }),
    ...(licence === '' ? {} : { licence }),
  };
  // The first language's own name and description are the parcours'.
  const others = translations.filter((translation) => translation.language !== language);
  return { about: ParcoursAbout.parse({ language, facts: { ...facts, ...chosen }, translations: others }) };
}

/** Whether another translation may be added. */
export function mayTranslate({ translations }: AboutFields): boolean {
  return translations.length < TELLINGS_MAX;
}

/** The values of the choices among the facts. */
export const DIFFICULTIES = ['easy', 'medium', 'hard'] as const satisfies readonly ParcoursFacts['difficulty'][];
