import { createCards } from '../domain/cards/cards.ts';
import { createParcoursExports } from '../domain/exchange/parcours-exports.ts';
import type { FairQueue } from '../domain/fair-queue.ts';
import { createAdoptions } from '../domain/guests/adoptions.ts';
import { createVisits } from '../domain/guests/visits.ts';
import { createOpenParcoursReader } from '../domain/open/open-parcours.ts';
import { createPackFiles, createStoredSizes } from '../domain/packs/pack-files.ts';
import { createPacks, NO_MAP_EXTRACTS } from '../domain/packs/packs.ts';
import { createBundles } from '../domain/parcours/bundles.ts';
import { createFindInvited, createInvitations } from '../domain/parcours/invitations.ts';
import { createMailedInvitations } from '../domain/parcours/mailed-invitations.ts';
import { createMembers } from '../domain/parcours/members.ts';
import { createOpenings } from '../domain/parcours/openings.ts';
import { createParcoursRules, existingParcours } from '../domain/parcours/parcours.ts';
import { createRoleRequests } from '../domain/parcours/role-requests.ts';
import { createCopies } from '../domain/places/copies.ts';
import { createImportedPlaces } from '../domain/places/imported-places.ts';
import { createListCache, createPlaceLists } from '../domain/places/lists/place-lists.ts';
import { createManyPlaces } from '../domain/places/many-places.ts';
import type { PlaceBounds } from '../domain/places/place-bounds.ts';
import { createPlaces, createPlaceWrites } from '../domain/places/places.ts';
import { createPlannedPlaces } from '../domain/places/planned-places.ts';
import { createSteps } from '../domain/places/steps.ts';
import { createAbout, readAbout } from '../domain/tellings/about.ts';
import { createParcoursWords } from '../domain/tellings/parcours-words.ts';
import { createTellings } from '../domain/tellings/tellings.ts';
import type { AccountParts } from './account-parts.ts';
import { reportMissing } from './log-reports.ts';
import type { ContextBase, OpenedData } from './stored-data.ts';

/** The queues of costly work that several parts share. */
export interface SharedQueues {
  readonly takeListTurn: FairQueue;
  readonly takePictureTurn: FairQueue;
  readonly takeExportTurn: FairQueue;
  readonly takeImportTurn: FairQueue;
}

/** Creates the parts for parcours. */
export function createContentParts(
  { config, log, clock }: ContextBase,
  data: OpenedData,
  { sessions, tokens, mails }: AccountParts,
  { takeListTurn, takePictureTurn, takeExportTurn }: SharedQueues,
) {
  const { database, secret, files, links, played, disk } = data;
  const bounds = boundsOf({ config });
  const invitations = createInvitations(database, secret, clock);
  const parcours = createParcoursRules(database, disk, clock);
  const lists = createListCache(database.reader, bounds, takeListTurn);
  const parcoursWords = createParcoursWords({ database, lists, takeTurn: takeListTurn, links });
  return {
    parcours,
    openings: createOpenings(database, clock),
    members: createMembers(database, clock),
    roleRequests: createRoleRequests(database, clock, ({ what, ...ids }) => {
      log.info(ids, `role request ${what}`);
    }),
    bundles: createBundles(database, clock),
    invitations,
    mailedInvitations: createMailedInvitations(database, invitations, mails, clock),
    visits: createVisits(database, invitations, sessions, clock),
    adoptions: createAdoptions(database, tokens, clock),
    places: createPlaces(database, links, takeListTurn),
    placeLists: createPlaceLists(lists, links),
    placeWrites: createPlaceWrites({ database, links, played, space: { ...bounds, disk }, clock }),
    tellings: createTellings({ database, links, played, space: { ...bounds, disk }, clock }),
    parcoursWords,
    about: createAbout(database, disk),
    steps: createSteps(database),
    manyPlaces: createManyPlaces({ database, played, space: { ...bounds, disk }, clock }),
    parcoursExports: createParcoursExports({
      ...{ database, secret, files, clock },
      takeTurn: takeExportTurn,
      origin: config.publicUrl,
    }),
    importedPlaces: createImportedPlaces(database, { ...bounds, disk }, clock),
    copies: createCopies(database, { ...bounds, disk }, clock),
    planned: createPlannedPlaces(database, { ...bounds, disk }, takeListTurn, clock),
    packs: createPacks({
      parcours,
      lists,
      words: parcoursWords,
      readAbout: async (id) => readAbout(database.reader, await existingParcours(database.reader, id)),
      takeTurn: takeListTurn,
      links,
      files: createPackFiles(createStoredSizes(database.reader, files, reportMissing(log))),
      extracts: data.mapTiles?.extracts ?? NO_MAP_EXTRACTS,
      onMapFailure: (error, parcoursId) => {
        log.error({ err: error, parcoursId }, 'no map for a pack');
      },
      clock,
    }),
    openPages: createOpenParcoursReader({ database, takeTurn: takeListTurn, links, clock }),
    cards: createCards({
      database,
      secret,
      findInvited: createFindInvited(database, invitations),
      takeTurn: takePictureTurn,
      clock,
    }),
  };
}

/** Returns the bounds of each parcours. */
export function boundsOf({ config }: Pick<ContextBase, 'config'>): PlaceBounds {
  return { places: config.placesPerMapMax, shapeBytes: config.shapeBytesPerMapMax };
}
