import { createHash, createHmac } from 'node:crypto';
import type { Geometry } from '../../../contracts/geo.ts';
import { plainLine } from '../../../contracts/lines.ts';
import type { Slug } from '../../../contracts/open-parcours.ts';
import { LANGUAGES, Language, ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { findParcours, type ParcoursRow } from '../../store/parcours.ts';
import { listShapes, summarizePlaces } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { pictureWeight } from '../costly-work.ts';
import type { FairQueue } from '../fair-queue.ts';
import { deriveKey, isEqualSecret, sha256Of } from '../keys.ts';
import { loadSharp } from '../media/load-sharp.ts';
import type { FindInvited } from '../parcours/invitations.ts';
import { CARD_HEIGHT_PX, CARD_WIDTH_PX, drawAppCard, drawCover, drawParcoursCard } from './card-picture.ts';
import { cardWords } from './card-words.ts';

/** Path of the pictures of cards on the API's own origin. */
export const CARD_PATH = '/v1/card';

/** The picture of the app's card, by language. */
const APP_PICTURES: Readonly<Record<Language, string>> = { fr: 'drop-ici', en: 'drop-ici-en' };

/** The preview of a link in a message: plain text, without control characters, and the path of a picture. */
export interface Card {
  readonly title: string;
  readonly description: string;
  readonly picturePath: string;
  readonly pictureAlt: string;
  /** As `og:locale` has it. */
  readonly locale: string;
}

/** A picture of a card. */
export interface CardPicture {
  readonly png: Buffer;
  /** Identifies its content, for the ETag header. */
  readonly tag: string;
}

/** What the picture of an open parcours shows. */
export interface OpenCard {
  readonly slug: Slug;
  /** Changes whenever the rest changes. */
  readonly version: string;
  /** A cover is square, as podcast directories want it. */
  readonly form: 'card' | 'cover';
  readonly language: Language;
  readonly name: string;
  readonly places: readonly {
    readonly feature: Geometry;
    /** Bytes of its shape in JSON, about. */
    readonly shapeBytes: number;
    readonly media: object | null;
  }[];
}

/** The cards of links, which messengers and social networks show. */
export type Cards = ReturnType<typeof createCards>;

/** Maximum number of pictures in memory: about 50 kB each. */
const PICTURES_CACHED_MAX = 100;
const DRAW_TIME_MAX_S = 10;

const TITLE_MAX = 100;
const DESCRIPTION_MAX = 200;
/** 128 bits are enough for a name that can only be tried online. */
const SIGNATURE_CHARACTERS = 22;

interface CardsParts {
  readonly database: Database;
  readonly secret: string;
  readonly findInvited: FindInvited;
  readonly takeTurn: FairQueue;
  readonly clock: Clock;
}

/**
 * Creates the cards of the parcours in this database. The names of their pictures are signed with a key from the
 * secret. Pictures are drawn in turns, about 0.2 s each; `takeTurn` is weighed by {@link pictureWeight}.
 */
export function createCards({ database, secret, findInvited, takeTurn, clock }: CardsParts) {
  const { reader } = database;
  const key = deriveKey(secret, 'card picture');
  const sign = (name: string) =>
    createHmac('sha256', key).update(name).digest('base64url').slice(0, SIGNATURE_CHARACTERS);
  const readFacts = createCardFacts(reader, clock);
  const pictures = new Map<string, CardPicture>();
  const beingDrawn = new Map<string, Promise<CardPicture>>();

  const appIn = (language: Language): Card => {
    const { name, description, picture, locale } = cardWords[language];
    const picturePath = `${CARD_PATH}/${APP_PICTURES[language]}.png`;
    return { title: name, description, picturePath, pictureAlt: picture, locale };
  };

  return {
    /** The card of the app itself. */
    app: { fr: appIn('fr'), en: appIn('en') } as Readonly<Record<Language, Card>>,

    /**
     * Returns the card of the parcours that an invitation leads to, in the inviter's language, because the services that
     * show it have none; null if the invitation can't be accepted.
     */
    ofInvitation: async (token: string): Promise<Card | null> => {
      const invited = await findInvited(token);
      const title = oneLine(invited?.parcours.title ?? '', TITLE_MAX);
      if (invited === null || title === '') return null;
      const { parcours } = invited;
      const language = invited.language ?? 'fr';
      const words = cardWords[language];
      const { stories, version } = await readFacts(parcours);
      const name = `${parcours.id}-${language}-${version}`;
      return {
        title,
        description: oneLine(parcours.description, DESCRIPTION_MAX) || words.stories(stories),
        picturePath: `${CARD_PATH}/${name}-${sign(name)}.png`,
        pictureAlt: words.pictureOf(title),
        locale: words.locale,
      };
    },

    /** Returns the picture of an open parcours, of the places that everybody sees. @throws AppError `busy`. */
    ofOpen: ({ slug, version, form, language, name, places }: OpenCard, owner: string): Promise<CardPicture> =>
      cached(`open ${slug} ${version} ${form} ${language}`, owner, async () => {
        const card = drawParcoursCard(cardWords[language], {
          title: name,
          stories: places.filter(({ media }) => media !== null).length,
          shapes: boundShapes(places),
        });
        return form === 'card' ? card : drawCover(card);
      }),

    /**
     * Returns the picture at a {@link Card.picturePath}.
     * @param file last part of that path.
     * @param owner the requester: see `ownerOf`.
     * @throws AppError `not_found` if this server has not signed the name, or the parcours is deleted or changed; `busy`.
     */
    picture: async (file: string, owner: string): Promise<CardPicture> => {
      const ofApp = LANGUAGES.find((language) => file === `${APP_PICTURES[language]}.png`);
      if (ofApp !== undefined) return cached(APP_PICTURES[ofApp], owner, async () => drawAppCard(cardWords[ofApp]));
      const [, name = '', id, language, version, signature = ''] =
        /^((\d+)-([a-z]{2})-([\da-f]+))-([\w-]+)\.png$/.exec(file) ?? [];
      if (!isEqualSecret(signature, sign(name))) throw new AppError('not_found', `There is no picture ${file}`);
      const parcours = await findParcours(reader, ParcoursId.parse(Number(id)));
      const isGone = parcours === undefined || parcours.hidden_at !== null;
      const facts = isGone ? undefined : await readFacts(parcours);
      // One error for all cases, so that a name from an older invitation reveals nothing of the parcours.
      if (parcours === undefined || facts === undefined || facts.version !== version) {
        throw new AppError('not_found', 'This picture is of a parcours that is gone or has changed');
      }
      return cached(name, owner, async () => {
        const shapes = await readShapes(reader, parcours.id);
        return drawParcoursCard(cardWords[Language.parse(language)], {
          title: parcours.title,
          stories: facts.stories,
          shapes: shapes.map((shape) => JSON.parse(shape)),
        });
      });
    },
  };

  async function cached(name: string, owner: string, makeSvg: () => Promise<string>): Promise<CardPicture> {
    const known = pictures.get(name);
    // Another request may have drawn it before this one's turn, or be drawing it.
    const joinOrDraw = async () => pictures.get(name) ?? beingDrawn.get(name) ?? draw(name, makeSvg);
    return store(name, known ?? (await takeTurn(owner, joinOrDraw, pictureWeight(CARD_WIDTH_PX * CARD_HEIGHT_PX))));
  }

  function draw(name: string, makeSvg: () => Promise<string>): Promise<CardPicture> {
    const drawing = makeSvg()
      .then(toPicture)
      .then((picture) => store(name, picture))
      .finally(() => beingDrawn.delete(name));
    beingDrawn.set(name, drawing);
    return drawing;
  }

  /** Caches a picture; the least recently requested one is dropped first. */
  function store(name: string, picture: CardPicture): CardPicture {
    pictures.delete(name);
    pictures.set(name, picture);
    for (const oldest of pictures.keys()) {
      if (pictures.size <= PICTURES_CACHED_MAX) break;
      pictures.delete(oldest);
    }
    return picture;
  }
}

async function toPicture(svg: string): Promise<CardPicture> {
  const sharp = await loadSharp();
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).timeout({ seconds: DRAW_TIME_MAX_S }).toBuffer();
  return { png, tag: sha256Of(png).slice(0, 32) };
}

/** Maximum number of shapes: more would not be seen. */
const SHAPES_MAX = 500;
/** Maximum bytes of GeoJSON of one shape: about 2,000 positions. */
const SHAPE_BYTES_MAX = 80_000;
/** Maximum bytes of all shapes of a parcours, because anyone who has a link makes the server read them. */
export const SHAPES_BYTES_MAX = 300_000;

/** Time after which a change appears that doesn't change the summary of the places. */
export const FACTS_CACHED_MS = 60_000;
/** Maximum number of cached facts: about 200 bytes each. */
const FACTS_CACHED_MAX = 1000;
const VERSION_CHARACTERS = 12;

/** The facts about a parcours on a card, besides its texts. */
interface CardFacts {
  readonly stories: number;
  /** Changes when the picture changes. */
  readonly version: string;
}

/** Reads the facts for the card of a parcours; many look-ups of one parcours share one reading of its shapes. */
export type ReadCardFacts = (parcours: ParcoursRow) => Promise<CardFacts>;

/** Reads the facts of the parcours in this database, and caches the most recent ones. */
export function createCardFacts(reader: Reader, clock: Clock): ReadCardFacts {
  const cached = new Map<ParcoursId, { readonly key: string; readonly until: number; facts: Promise<CardFacts> }>();
  return async (parcours) => {
    const summary = await summarizePlaces(reader, parcours.id);
    const key = JSON.stringify([parcours.title, summary]);
    const known = cached.get(parcours.id);
    if (known !== undefined && known.key === key && clock() < known.until) return known.facts;
    const entry = { key, until: clock() + FACTS_CACHED_MS, facts: compute(parcours, summary.stories) };
    cached.delete(parcours.id);
    cached.set(parcours.id, entry);
    for (const oldest of cached.keys()) {
      if (cached.size <= FACTS_CACHED_MAX) break;
      cached.delete(oldest);
    }
    try {
      return await entry.facts;
    } catch (error) {
      if (cached.get(parcours.id) === entry) cached.delete(parcours.id);
      throw error;
    }
  };

  async function compute({ id, title }: ParcoursRow, stories: number): Promise<CardFacts> {
    const hash = createHash('sha256').update(JSON.stringify([title, stories]));
    for (const shape of await readShapes(reader, id)) hash.update('\n').update(shape);
    return { stories, version: hash.digest('hex').slice(0, VERSION_CHARACTERS) };
  }
}

/** Chooses the shapes that the picture of an open parcours shows, by the same bounds as {@link readShapes}. */
function boundShapes(places: OpenCard['places']): Geometry[] {
  let total = 0;
  const shown: Geometry[] = [];
  for (const { feature, shapeBytes } of places) {
    if (shapeBytes > SHAPE_BYTES_MAX) continue;
    total += shapeBytes;
    if (total > SHAPES_BYTES_MAX || shown.length === SHAPES_MAX) break;
    shown.push(feature);
  }
  return shown;
}

/** Returns the shapes that a parcours' picture shows, as GeoJSON text. */
export async function readShapes(reader: Reader, id: ParcoursId): Promise<string[]> {
  return listShapes(reader, id, {
    shapesMax: SHAPES_MAX,
    shapeBytesMax: SHAPE_BYTES_MAX,
    totalBytesMax: SHAPES_BYTES_MAX,
  });
}

const ELLIPSIS = '…';

/**
 * Returns a text for one line of a message: without control and direction characters, which would change the text
 * around it, and with at most `charactersMax` characters as people count them.
 */
export function oneLine(text: string, charactersMax: number): string {
  const plain = plainLine(text.replace(/\s+/gu, ' '));
  const characters = Array.from(new Intl.Segmenter('fr').segment(plain), ({ segment }) => segment);
  if (characters.length <= charactersMax) return plain;
  return `${characters
    .slice(0, charactersMax - ELLIPSIS.length)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}
