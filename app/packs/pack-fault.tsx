import { useSnapshot } from 'valtio';
import { Alert } from '../ui/message.tsx';
import { freeBytes } from './free-bytes.ts';
import { packStatus } from './pack-status.ts';
import { type PackView, packs } from './packs.ts';
import { packStrings as words } from './packs-words.ts';

/** Shows why a download stopped and what to do, or that the device has too little space for one. */
export function PackFault({ view }: { readonly view: Readonly<PackView> | undefined }) {
  const free = freeBytes(useSnapshot(packs).grant);
  if (view === undefined) return null;
  const { bytes, bytesHere, failure } = view;
  const status = packStatus(view);
  if (status === 'failed' && failure !== null) return <Alert>{words.failures[failure]}</Alert>;
  const lacksRoom =
    (status === 'absent' || status === 'lost') && bytes !== null && free !== null && bytes - bytesHere > free;
  return lacksRoom ? <Alert>{words.tooLittleRoom(free)}</Alert> : null;
}
