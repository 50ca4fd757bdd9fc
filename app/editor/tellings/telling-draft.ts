import {
  LINK_MAX,
  PICTURE_WORDS_MAX,
  TELLING_TEXT_MAX,
  TEXT_LINE_MAX,
  TRANSCRIPT_MAX,
} from '../../../contracts/limits.ts';
import { plainBlock, plainLine } from '../../../contracts/lines.ts';
import {
  NewLink,
  type Picture,
  type Telling,
  type TellingKey,
  type TellingText,
  type Transcript,
} from '../../../contracts/telling.ts';

/**
 * One text that an author writes of a telling; the description of a picture goes by the picture's id. `transcript` is
 * WebVTT, and `approval` the state of it.
 */
export type TextField = 'name' | 'text' | 'link' | 'transcript' | 'approval' | `picture-${number}`;

/** The texts of a telling. What is missing is empty. */
export type Texts = Readonly<Partial<Record<TextField, string>>>;

/** What an author has written of a telling and not saved. Immutable. */
export interface TellingDraft {
  /** The server's texts that it was written over. */
  readonly from: Texts;
  readonly now: Texts;
}

/** Why texts can't be saved, and where. */
export interface TextFault {
  readonly field: TextField;
  readonly why: 'link' | 'too-long';
}

/** Whether two keys are of the same telling. */
export function isSameTelling(a: TellingKey, b: TellingKey): boolean {
  return a.language === b.language && a.kind === b.kind;
}

/** Whether a telling is the place itself, which has the name and the sound. @param first the parcours' first language */
export function isPlaceItself({ language, kind }: TellingKey, first: string): boolean {
  return kind === 'standard' && language === first;
}

/** The field of a picture's description. */
export function fieldOfPicture(id: number): TextField {
  return `picture-${id}`;
}

/** Returns the server's texts of a telling; none for one that the place lacks. */
export function textsOf(
  telling: Pick<Telling, 'name' | 'text' | 'link' | 'pictures' | 'transcript'> | undefined,
): Texts {
  if (telling === undefined) return {};
  const { name, text, link, pictures, transcript: said } = telling;
  const [transcript, approval] = [said?.vtt ?? '', said?.state ?? ''];
  const described = pictures.map(({ id, description }) => [fieldOfPicture(id), description] as const);
  const texts = Object.entries({
    name,
    text,
    link: link ?? '',
    transcript,
    approval,
    ...Object.fromEntries(described),
  });
  return Object.fromEntries(texts.filter(([, value]) => value !== ''));
}

/** Whether saving a draft would change anything. */
export function isUnsaved({ from, now }: TellingDraft): boolean {
  return fieldsOf(from, now).some((field) => !isSameText(field, from, now));
}

function fieldsOf(...texts: readonly Texts[]): TextField[] {
  return [...new Set(texts.flatMap((some) => Object.keys(some) as TextField[]))];
}

/** Compares as the server will store it. */
function isSameText(field: TextField, a: Texts, b: Texts): boolean {
  return stored(field, a) === stored(field, b);
}

function stored(field: TextField, texts: Texts): string {
  const text = texts[field] ?? '';
  return field === 'text' || field === 'transcript' ? plainBlock(text) : plainLine(text);
}

/** A transcript goes with its approval, which is of the very cues that somebody has read. */
function fieldsWith(field: TextField): readonly TextField[] {
  return field === 'transcript' ? ['transcript', 'approval'] : [field];
}

function leadOf(field: TextField): TextField {
  return field === 'approval' ? 'transcript' : field;
}

/**
 * Puts a draft on top of what the server has now: what only one side has changed is taken from it.
 *
 * @returns the draft, and the fields that both have changed, differently: there it has the author's text, and in `from` what
 *   that was written over. A conflict of `transcript` includes its approval.
 */
export function putOver(
  { from, now }: TellingDraft,
  theirs: Texts,
): { readonly draft: TellingDraft; readonly conflicts: readonly TextField[] } {
  const base: Partial<Record<TextField, string>> = {};
  const mine: Partial<Record<TextField, string>> = {};
  const conflicts: TextField[] = [];
  for (const field of new Set(fieldsOf(from, now, theirs).map(leadOf))) {
    const together = fieldsWith(field);
    const isSame = (a: Texts, b: Texts): boolean => together.every((each) => isSameText(each, a, b));
    const isTheirs = isSame(now, from) || isSame(now, theirs);
    const isConflict = !isTheirs && !isSame(from, theirs);
    if (isConflict) conflicts.push(field);
    for (const each of together) {
      setText(base, each, (isConflict ? from : theirs)[each]);
      setText(mine, each, (isTheirs ? theirs : now)[each]);
    }
  }
  return { draft: { from: base, now: mine }, conflicts };
}

/** Ends conflicts: the author's texts replace the others', or the other way round. */
export function settle(
  { from, now }: TellingDraft,
  conflicts: readonly TextField[],
  theirs: Texts,
  winner: 'mine' | 'theirs',
): TellingDraft {
  const taken = Object.fromEntries(conflicts.flatMap(fieldsWith).map((field) => [field, theirs[field] ?? '']));
  return { from: { ...from, ...taken }, now: winner === 'mine' ? now : { ...now, ...taken } };
}

function setText(texts: Partial<Record<TextField, string>>, field: TextField, text: string | undefined): void {
  if (text !== undefined && text !== '') texts[field] = text;
}

/** Returns the address that a typed link means, which may lack its `https://`; null for none. @throws as zod does */
function readLink(typed: string): string | null {
  const link = plainLine(typed);
  if (link === '') return null;
  return NewLink.parse(/^[a-z][a-z\d+.-]*:/i.test(link) || !/^[^\s/]+\.[^\s/]/.test(link) ? link : `https://${link}`);
}

/** Returns the first text that the server would refuse; null if there is none. */
export function findFault(now: Texts): TextFault | null {
  const longest: Partial<Record<TextField, number>> = {
    ...{ name: TEXT_LINE_MAX, text: TELLING_TEXT_MAX, transcript: TRANSCRIPT_MAX, link: LINK_MAX },
  };
  for (const field of fieldsOf(now)) {
    const max = longest[field] ?? PICTURE_WORDS_MAX;
    if (stored(field, now).length > max) return { field, why: 'too-long' };
  }
  try {
    readLink(now.link ?? '');
    return null;
  } catch {
    return { field: 'link', why: 'link' };
  }
}

/** Makes the body that saves texts without a {@link findFault}. @param pictures those that the place has now */
export function bodyOf(now: Texts, pictures: readonly Pick<Picture, 'id'>[], isPlace: boolean): TellingText {
  const described = pictures.map(({ id }) => ({ id, description: stored(fieldOfPicture(id), now) }));
  return {
    name: isPlace ? '' : stored('name', now),
    text: stored('text', now),
    link: readLink(now.link ?? ''),
    pictures: described.filter(({ description }) => description !== ''),
  };
}

/** Returns the transcript of texts; null for none. */
export function transcriptOf(now: Texts): Transcript | null {
  const vtt = stored('transcript', now);
  return vtt === '' ? null : { vtt, state: now.approval === 'approved' ? 'approved' : 'draft' };
}

/** What one call saves: the transcript, or all other texts. */
export type SavedPart = 'texts' | 'transcript';

function partOf(field: TextField): SavedPart {
  return field === 'transcript' || field === 'approval' ? 'transcript' : 'texts';
}

/** Whether a part of a draft differs from the server's. */
export function isChanged({ from, now }: TellingDraft, part: SavedPart): boolean {
  return fieldsOf(from, now).some((field) => partOf(field) === part && !isSameText(field, from, now));
}

/** Returns the server's texts after a call that saves a part of a draft, as far as that is known. */
export function withSaved({ from, now }: TellingDraft, part: SavedPart): Texts {
  const fields = fieldsOf(from, now).map((field) => [field, (partOf(field) === part ? now : from)[field] ?? '']);
  return Object.fromEntries(fields);
}
