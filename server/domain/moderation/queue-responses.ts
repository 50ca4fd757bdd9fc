import type {
  Measure,
  ModeratedAccount,
  ModeratedThing,
  Report,
  ReportedVersion,
  Thing,
} from '../../../contracts/moderation.ts';
import { isThrowaway } from '../../../contracts/user.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { type AccountRow, listAccounts } from '../../store/accounts.ts';
import type { Reader } from '../../store/database.ts';
import {
  listFirstAdmins,
  listMeasuresAbout,
  listParcoursById,
  listPlacesById,
  type MeasureWithTakerRow,
  type OpenReportRow,
  type ReportRow,
  type ThingColumns,
} from '../../store/moderation.ts';
import type { SignLink } from '../media/media-links.ts';
import { toMediaLink } from '../places/place-responses.ts';
import { stateOf } from './reported-things.ts';

/** Describes reported items in their order, each with its reports. Leaves out items that no longer exist. */
export async function describeThings(
  reader: Reader,
  sign: SignLink,
  listed: readonly ThingColumns[],
  reports: readonly OpenReportRow[],
): Promise<ModeratedThing[]> {
  const placeIds = listed.flatMap(({ place_id }) => place_id ?? []);
  const places = new Map((await listPlacesById(reader, placeIds)).map((row) => [row.id, row]));
  const mapIds = listed.flatMap(({ parcours_id }) => parcours_id ?? []);
  const maps = new Map<ParcoursId | undefined, Awaited<ReturnType<typeof listParcoursById>>[number]>(
    (await listParcoursById(reader, [...mapIds, ...[...places.values()].map(({ parcours_id }) => parcours_id)])).map(
      (row) => [row.id, row],
    ),
  );
  const admins = await listFirstAdmins(reader, mapIds);
  const authorIds = [...places.values()].flatMap(({ author_id }) => author_id ?? []);
  const authors = new Map<UserId | null, AccountRow>(
    (await listAccounts(reader, authorIds)).map((row) => [row.id, row]),
  );
  const measures = await listMeasuresAbout(reader, placeIds, mapIds);

  return listed.flatMap(({ place_id, parcours_id }): ModeratedThing[] => {
    const isAboutThis = (row: ThingColumns): boolean => row.place_id === place_id && row.parcours_id === parcours_id;
    const place = place_id === null ? undefined : places.get(place_id);
    const parcours = maps.get(parcours_id ?? place?.parcours_id);
    if (parcours === undefined || (place_id !== null && place === undefined)) return [];
    const thing: Thing = place === undefined ? { kind: 'map', id: parcours.id } : { kind: 'place', id: place.id };
    const now =
      place === undefined
        ? { name: parcours.title, description: parcours.description, media_sha256: null }
        : { name: place.name, description: null, media_sha256: place.media_sha256 };
    const about = reports.filter(isAboutThis);
    const author = place === undefined ? admins.get(parcours.id) : authors.get(place.author_id);
    return [
      {
        thing,
        name: now.name,
        map: { id: parcours.id, name: parcours.title },
        description: now.description ?? '',
        author: author === undefined ? null : toModeratedAccount(author),
        state: stateOf(place ?? parcours),
        media: place === undefined ? null : toMediaLink(place, sign),
        reportedAs: changedSince(about, now).map((row) => toReportedVersion(row, sign)),
        reports: about.map(toReport),
        measures: measures.filter(isAboutThis).map(toMeasure),
      },
    ];
  });
}

/** An account as the site's admins see it here. */
export function toModeratedAccount({ id, name, email, role, suspended_at }: AccountRow): ModeratedAccount {
  return { id, name, email, role, isSuspended: suspended_at !== null };
}

type Version = Pick<ReportRow, 'name' | 'description' | 'media_sha256'>;

/** Returns the first report of each version of an item that is not its current one. */
function changedSince(reports: readonly OpenReportRow[], now: Version): OpenReportRow[] {
  const keyOf = ({ name, description, media_sha256 }: Version) => JSON.stringify([name, description, media_sha256]);
  const seen = new Set([keyOf(now)]);
  return reports.filter((row) => {
    const key = keyOf(row);
    return !seen.has(key) && seen.add(key);
  });
}

function toReportedVersion(row: OpenReportRow, sign: SignLink): ReportedVersion {
  const { name, description, made_at } = row;
  return { name: name ?? '', description: description ?? '', media: toMediaLink(row, sign), reportedAt: made_at };
}

function toReport({ id, reason, words, made_at, reporter_name, reporter_email }: OpenReportRow): Report {
  const isGuest = reporter_email !== null && isThrowaway({ role: 'guest', email: reporter_email });
  return { id, reason, words, madeAt: made_at, reporter: isGuest ? null : reporter_name };
}

function toMeasure(row: MeasureWithTakerRow): Measure {
  const { id, kind, words, taken_at, taker_name, answer, answered_at, answer_closed_at } = row;
  return {
    id,
    kind,
    words,
    takenAt: taken_at,
    by: taker_name,
    answer,
    answeredAt: answered_at,
    isAnswerOpen: answered_at !== null && answer_closed_at === null,
  };
}
