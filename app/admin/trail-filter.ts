import { TRAIL_ACTIONS } from '../../contracts/trail.ts';
import { EMAIL_PATTERN } from '../../contracts/user.ts';
import type { FormError } from '../ui/use-form.ts';
import type { TrailFilterInput } from './admin-calls.ts';
import { adminStrings } from './admin-words.ts';

/** The fields of the filter form, by their names in the URL. */
export const TRAIL_FIELDS = ['action', 'compte', 'parcours', 'du', 'au'] as const;
type TrailField = (typeof TRAIL_FIELDS)[number];
/** The values of the fields; empty text for none. */
export type TrailFields = Readonly<Record<TrailField, string>>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads the filter from a URL, ignoring invalid values. */
export function readFilter(search: URLSearchParams): TrailFilterInput {
  const read = (field: TrailField): string => search.get(field)?.trim() ?? '';
  const action = TRAIL_ACTIONS.find((known) => known === read('action'));
  const [account, map] = [read('compte'), read('parcours')];
  const [from, to] = [startOfDay(read('du'), 0), startOfDay(read('au'), 1)];
  return {
    ...(action === undefined ? {} : { action }),
    ...(isAccount(account) ? { account } : {}),
    ...(isId(map) ? { mapId: map } : {}),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}

/** Returns the first field with an invalid value; null if there is none. */
export function checkFields({ compte, parcours }: TrailFields): FormError<TrailField> | null {
  if (compte !== '' && !isAccount(compte)) return { field: 'compte', message: adminStrings.filter.wrongAccount };
  if (parcours !== '' && !isId(parcours)) return { field: 'parcours', message: adminStrings.filter.wrongMap };
  return null;
}

function isAccount(text: string): boolean {
  return isId(text) || EMAIL_PATTERN.test(text);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text);
}

/** Returns when a day begins in the device's time zone, or the day `daysAfter` days later; null for an invalid day. */
function startOfDay(text: string, daysAfter: number): string | null {
  if (!DAY.test(text)) return null;
  const start = new Date(`${text}T00:00`);
  start.setDate(start.getDate() + daysAfter);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
