import { proxy, ref } from 'valtio';
import { tellingCalls } from '../../../contracts/calls/telling-calls.ts';
import type { ParcoursAbout } from '../../../contracts/telling.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { type AboutFault, type AboutFields, readFields } from './about-fields.ts';

addCalls(tellingCalls);

/** Edited fields of what visitors should know of a parcours. */
export interface AboutEdit {
  /** What the fields were before the edit. */
  readonly from: AboutFields;
  readonly now: AboutFields;
}

/** The unsaved edits, by parcours: here and not in the form, so that closing it loses nothing. Changed only in this file. */
export const aboutEdits = proxy<{ readonly byMap: Record<ParcoursId, AboutEdit & { $$valtioSnapshot: AboutEdit }> }>({
  byMap: {},
});

/** Fetches what visitors should know of a parcours. @throws as `call` does */
export async function readAbout(parcoursId: ParcoursId): Promise<ParcoursAbout> {
  return (await call('readWords', { params: { mapId: parcoursId } })).words.about;
}

/** Changes a field of an edit, which begins with the first change and ends when the fields are as before. */
export function editAbout(parcoursId: ParcoursId, saved: AboutFields, change: Partial<AboutFields>): void {
  const { from, now } = aboutEdits.byMap[parcoursId] ?? { from: saved, now: saved };
  const edit = { from, now: { ...now, ...change } };
  if (JSON.stringify(edit.now) === JSON.stringify(from)) endAbout(parcoursId);
  else aboutEdits.byMap[parcoursId] = ref(edit);
}

/** Ends an edit and discards its changes. */
export function endAbout(parcoursId: ParcoursId): void {
  delete aboutEdits.byMap[parcoursId];
}

/** The fields can't be saved as they are. */
export class AboutFaultError extends Error {
  override readonly name = 'AboutFaultError';
  readonly fault: AboutFault;

  constructor(fault: AboutFault) {
    super(`The fields of a parcours can't be saved: ${fault.why}`);
    this.fault = fault;
  }
}

/** Saves the fields. An edit that goes on meanwhile stays. @throws AboutFaultError; as `call` does */
export async function saveAbout(parcoursId: ParcoursId, fields: AboutFields): Promise<ParcoursAbout> {
  const read = readFields(fields);
  if ('fault' in read) throw new AboutFaultError(read.fault);
  const about = await call('changeAbout', { params: { mapId: parcoursId }, body: read.about });
  if (aboutEdits.byMap[parcoursId]?.now === fields) endAbout(parcoursId);
  return about;
}

forgetAtSessionEnd(() => {
  for (const id of Object.keys(aboutEdits.byMap)) endAbout(Number(id) as ParcoursId);
});
