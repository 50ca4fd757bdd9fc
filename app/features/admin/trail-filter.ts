import { TRAIL_ACTIONS } from '../../../contracts/trail/trail.ts';
import { EMAIL_PATTERN } from '../../../contracts/user.ts';
import type { TrailFilterInput } from '../../state/admin/admin-calls.ts';
import type { FormError } from '../../ui/use-form.ts';
import { adminStrings } from '../../words/admin/admin.ts';

/** The fields of the filter's form, by their names in the address. */
export const TRAIL_FIELDS = ['action', 'compte', 'parcours', 'du', 'au'] as const;
type TrailField = (typeof TRAIL_FIELDS)[number];
/** What the fields hold; empty text for nothing. */
export type TrailFields = Readonly<Record<TrailField, string>>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filter that an address names. What is no valid value doesn't count. */
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

/** The first field whose value means nothing; null if there is none. */
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

/** When a day of the device's calendar begins, or the day so many days after it; null for what is no day. */
function startOfDay(text: string, daysAfter: number): string | null {
  if (!DAY.test(text)) return null;
  const start = new Date(`${text}T00:00`);
  start.setDate(start.getDate() + daysAfter);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
