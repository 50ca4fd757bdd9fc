import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursFacts } from '../../contracts/telling.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { FactList } from '../ui/fact-list.tsx';
import { langOf } from '../ui/language.ts';
import { formatDistance, formatHours } from '../ui/number-words.ts';
import { findCallParts } from './emergency-numbers.ts';
import styles from './parcours-about.module.css';
import { tellingStrings as strings } from './tellings-words.ts';
import { words } from './words.ts';

/** What visitors should know of a parcours before they come; nothing if nothing is known. @param isShort without what helps only there */
export function ParcoursAbout({
  parcoursId,
  isShort = false,
}: {
  readonly parcoursId: ParcoursId;
  readonly isShort?: boolean;
}) {
  const about = useSnapshot(words).byMap.get(parcoursId)?.about;
  if (about === undefined) return null;
  const rows = listFacts(about.facts, langOf(about.language), isShort);
  if (rows.length === 0) return null;
  return <FactList label={strings.facts} rows={rows} />;
}

/** @param lang of what the authors wrote */
function listFacts(
  facts: ParcoursFacts,
  lang: string | undefined,
  isShort: boolean,
): [label: string, value: ReactNode][] {
  const { authors, lengthM, durationMin, difficulty, hasSteps, surface, widthCm } = facts;
  const { toilets, transport, emergency, licence } = facts;
  const toCall = emergency ? <Emergency text={emergency} lang={lang} /> : null;
  const written = (text: string | undefined): ReactNode =>
    text ? (
      <span lang={lang} dir="auto">
        {text}
      </span>
    ) : null;
  const first: [string, ReactNode][] = [
    [strings.authors, written(authors)],
    [strings.length, lengthM === undefined ? null : formatDistance(lengthM)],
    [strings.duration, durationMin === undefined ? null : formatHours(durationMin)],
    [strings.difficulty, difficulty === undefined ? null : strings.difficulties[difficulty]],
    [strings.steps, hasSteps === undefined ? null : hasSteps ? strings.hasSteps : strings.noSteps],
  ];
  const more: [string, ReactNode][] = [
    [strings.surface, written(surface)],
    [strings.width, widthCm === undefined ? null : strings.centimetres(widthCm)],
    [strings.toilets, written(toilets)],
    [strings.transport, written(transport)],
    [strings.emergency, toCall],
    [strings.licence, licence === undefined ? null : strings.licences[licence]],
  ];
  return [...first, ...(isShort ? [] : more)].filter(([, value]) => value !== null);
}

/** The numbers to call, if the authors wrote any: perhaps with words around them. */
function Emergency({ text, lang }: { readonly text: string; readonly lang: string | undefined }) {
  return (
    <span lang={lang} dir="auto">
      {findCallParts(text).map((part, at) =>
        part.number === null ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text don't move.
          <a key={at} dir="ltr" className={styles.call} href={`tel:${part.number}`}>
            {part.text}
          </a>
        ),
      )}
    </span>
  );
}
