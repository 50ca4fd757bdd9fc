import type { UserId } from '../../../contracts/vocabulary.ts';
import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import { joinTabs } from '../../platform/page/tabs.ts';
import { Scope } from '../../platform/scope.ts';
import { createMemoryOutbox, storeOnce } from '../../platform/storage/memory-outbox.ts';
import { type OutboxStore, openOutboxStore } from '../../platform/storage/outbox-store.ts';
import { type OutboxBox, refreshBox } from './outbox-box.ts';
import { createUnsentHold } from './outbox-hold.ts';
import { createLanes, pump } from './outbox-lanes.ts';
import { type Arrivals, createArrivals } from './outbox-settled.ts';
import { NOTHING_WAITS, type OutboxView } from './outbox-view.ts';

/** Opens everything that one outbox needs, until `scope` is disposed. Nothing is read or sent yet. */
export function openBox(
  scope: Scope,
  userId: UserId,
  files: RecordingClient,
  view: OutboxView,
): { readonly box: OutboxBox; readonly whenSent: Arrivals['whenSent'] } {
  const own = new Scope();
  scope.add(() => own.dispose());
  const { whenSent, settle, close } = createArrivals();
  const box: OutboxBox = {
    ...{ userId, scope: own, view, files, store: openStore(files), lanes: createLanes(own), settle },
    tellTabs: joinTabs(own, 'outbox', () => void refreshBox(box).then(() => pump(box))),
    holdPage: createUnsentHold(own),
    ...{ records: [], live: new Map(), faults: new Map(), prepared: new Map() },
    ...{ preparing: new Map(), weights: new Map(), sessions: new Map() },
  };
  own.add(() => {
    for (const { breaking } of box.live.values()) breaking.abort();
    box.store.close();
    close();
    Object.assign(view, NOTHING_WAITS());
  });
  return { box, whenSent };
}

/** Stores records as lastingly as their audio, because a record without its audio is useless. */
function openStore(files: RecordingClient): OutboxStore {
  const isLasting = files.isLasting().catch(() => true);
  return storeOnce(isLasting.then((lasts) => (lasts ? openOutboxStore() : createMemoryOutbox())));
}
