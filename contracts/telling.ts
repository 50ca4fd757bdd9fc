import * as z from 'zod/mini';
import {
  LINK_MAX,
  PICTURE_WORDS_MAX,
  PICTURES_MAX,
  TELLING_TEXT_MAX,
  TELLINGS_MAX,
  TEXT_BLOCK_MAX,
  TEXT_LINE_MAX,
  TRANSCRIPT_MAX,
} from './limits.ts';
import { blockOf, hidesNothing, lineOf } from './lines.ts';
import { hostOf } from './link.ts';
import { MediaLink } from './place.ts';
import { ParcoursId, PictureId, PlaceId } from './vocabulary.ts';

/** The kinds of tellings: for everybody, described for people who don't see, easy to read (FALC), for children. */
export const TELLING_KINDS = ['standard', 'description', 'easy', 'children'] as const;
/** One of {@link TELLING_KINDS}. */
export const TellingKind = z.enum(TELLING_KINDS);
export type TellingKind = z.infer<typeof TellingKind>;

/** A language of content, which the interface may lack: ISO 639, two or three small letters. */
export const ContentLanguage = z.string().check(z.regex(/^[a-z]{2,3}$/));
export type ContentLanguage = z.infer<typeof ContentLanguage>;

/** Identifies a telling of a place. */
export const TellingKey = z.object({ language: ContentLanguage, kind: TellingKind });
export type TellingKey = z.infer<typeof TellingKey>;

/** Identifies a telling in one text, as in the fields of an upload: `en.children`. */
export const TellingCode = z.string().check(z.regex(/^[a-z]{2,3}\.(standard|description|easy|children)$/));

/** Returns the {@link TellingCode} of a telling. */
export function tellingCode({ language, kind }: TellingKey): string {
  return `${language}.${kind}`;
}

/** Reads a {@link TellingCode}. */
export function readTellingCode(code: string): TellingKey {
  const [language = '', kind] = code.split('.');
  return TellingKey.parse({ language, kind });
}

/** The words of a story's sound, in WebVTT. Members who can't change the place get it once it is approved. */
export const Transcript = z.object({
  vtt: blockOf(0, TRANSCRIPT_MAX).check(z.regex(/^WEBVTT(?!\S)/)),
  state: z.enum(['draft', 'approved']),
});
export type Transcript = z.infer<typeof Transcript>;

/** A web address that a page may link to. */
export const WebLink = z
  .string()
  .check(z.maxLength(LINK_MAX), z.regex(/^https?:\/\/[^\s/]+(\/\S*)?$/i), z.refine(hidesNothing));

/** A {@link WebLink} that browsers take. Those that were stored or exported before may be none. */
export const NewLink = WebLink.check(z.refine((link) => hostOf(link) !== ''));

/** The description of a picture, for who can't see it. */
const PictureWords = z.object({ id: PictureId, description: lineOf(0, PICTURE_WORDS_MAX) });

/** What an author writes of a telling. */
export const TellingText = z.object({
  /** Empty for the place's own name; ignored for the telling that is the place itself. */
  name: lineOf(0, TEXT_LINE_MAX),
  /** Markdown: paragraphs, emphasis, lists, links. */
  text: blockOf(0, TELLING_TEXT_MAX),
  link: z.nullable(NewLink),
  pictures: z.array(PictureWords).check(z.maxLength(PICTURES_MAX)),
});
export type TellingText = z.input<typeof TellingText>;

/**
 * One version of what a place says, for a language and a kind of listener. That of kind `standard` in the parcours' first
 * language is the place itself: it has the place's name and sound, so its own `name` is empty and `media` null.
 */
export const Telling = z.object({
  language: ContentLanguage,
  kind: TellingKind,
  name: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  pictures: z.array(z.object({ id: PictureId, description: z.string() })),
  transcript: z.nullable(Transcript),
  media: z.nullable(MediaLink),
});
export type Telling = z.infer<typeof Telling>;

/** One file of a picture. */
export const PictureFile = z.object({
  type: z.enum(['image/avif', 'image/webp', 'image/jpeg']),
  /** In pixels: 480, 960 or 1,920, or less if the picture has less. */
  width: z.int(),
  bytes: z.int(),
  /** Signed link on the API's origin, valid while its reader may see the place. Only its query changes. */
  link: z.string(),
});
export type PictureFile = z.infer<typeof PictureFile>;

/** A picture of a place; its descriptions are in the tellings. */
export const Picture = z.object({
  id: PictureId,
  credit: z.string(),
  /** Size of its largest file in pixels. */
  width: z.int(),
  height: z.int(),
  files: z.array(PictureFile),
});
export type Picture = z.infer<typeof Picture>;

/** What one place says beside its name and sound. */
export const PlaceWords = z.object({
  id: PlaceId,
  tellings: z.array(Telling).check(z.maxLength(TELLINGS_MAX)),
  /** In their order. */
  pictures: z.array(Picture).check(z.maxLength(PICTURES_MAX)),
});
export type PlaceWords = z.infer<typeof PlaceWords>;

/** Licences of a parcours' content. */
export const LICENCES = [
  'reserved',
  'cc0',
  'cc-by',
  'cc-by-sa',
  'cc-by-nd',
  'cc-by-nc',
  'cc-by-nc-sa',
  'cc-by-nc-nd',
] as const;

const fact = z.optional(lineOf(0, TEXT_LINE_MAX));

/** What visitors should know of a parcours before they come. What is missing is unknown. */
export const ParcoursFacts = z.object({
  authors: fact,
  lengthM: z.optional(z.int().check(z.positive(), z.maximum(1_000_000))),
  /** With the stories. */
  durationMin: z.optional(z.int().check(z.positive(), z.maximum(10_000))),
  difficulty: z.optional(z.enum(['easy', 'medium', 'hard'])),
  /** Whether there are steps on the way. */
  hasSteps: z.optional(z.boolean()),
  surface: fact,
  /** Of the narrowest part of the way. */
  widthCm: z.optional(z.int().check(z.positive(), z.maximum(10_000))),
  toilets: fact,
  transport: fact,
  emergency: fact,
  licence: z.optional(z.enum(LICENCES)),
});
export type ParcoursFacts = z.infer<typeof ParcoursFacts>;

/** Name and description of a parcours in another language than its first. */
export const ParcoursTranslation = z.object({
  language: ContentLanguage,
  name: lineOf(1, TEXT_LINE_MAX),
  description: blockOf(0, TEXT_BLOCK_MAX),
});
export type ParcoursTranslation = z.infer<typeof ParcoursTranslation>;

const About = z.object({
  /** Its first language: that of its places' names and sounds. */
  language: ContentLanguage,
  facts: ParcoursFacts,
  /** One for each language, but for the first. */
  translations: z.array(ParcoursTranslation).check(z.maxLength(TELLINGS_MAX)),
});

const oneEach = z.refine<z.infer<typeof About>>(
  ({ language, translations }) =>
    new Set([language, ...translations.map((one) => one.language)]).size > translations.length,
  { path: ['translations'], error: 'Expected one translation for each language but the first' },
);

/** What a parcours' admins and editors write of it beside its name, description and image. */
export const ParcoursAbout = About.check(oneEach);
export type ParcoursAbout = z.infer<typeof ParcoursAbout>;

/** The same as somebody changed it; `was` is what they saw: a change over anything else is refused. */
export const ParcoursAboutChange = z.extend(About, { was: z.optional(About) }).check(oneEach);
export type ParcoursAboutChange = z.infer<typeof ParcoursAboutChange>;

/** All words of a parcours, for one member: read, searched, and stored for walks without a network. */
export const ParcoursWords = z.object({
  id: ParcoursId,
  about: ParcoursAbout,
  /** Only places that say more than their name and sound. */
  places: z.array(PlaceWords),
});
export type ParcoursWords = z.infer<typeof ParcoursWords>;
