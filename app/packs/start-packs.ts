import { subscribeKey } from 'valtio/utils';
import type { UserId } from '../../contracts/vocabulary.ts';
import { offlineMode } from '../page/offline.ts';
import { parcours } from '../parcours/parcours.ts';
import { onKeptChanged } from '../platform/kept/kept-files.ts';
import { keptMapIds, keptPack, openKeptPacks } from '../platform/kept/kept-packs.ts';
import { onOnline } from '../platform/page/page-events.ts';
import { joinTabs } from '../platform/page/tabs.ts';
import type { Scope } from '../platform/scope.ts';
import { keepConfig } from './download-pack.ts';
import { followTabs, resumeDownloads, resumeSuspended, suspendDownloads } from './downloads.ts';
import { openBox, type PackBox, showAll, showGrant } from './pack-box.ts';
import { lookUpDue, removeUnlisted } from './pack-lookups.ts';
import { packs } from './packs.ts';

/**
 * Opens a person's packs, continues unfinished downloads, and looks for updates of whole packs, until `scope` is
 * disposed.
 */
export function startPacks(scope: Scope, userId: UserId): void {
  const box = openBox(
    scope,
    userId,
    packs,
    joinTabs(scope, 'packs', () => void followTabs(box)),
  );
  onKeptChanged(scope, () => showAll(box));
  onOnline(scope, () => void lookUpDue(box));
  scope.add(subscribeKey(parcours, 'list', () => void removeUnlisted(box)));
  scope.add(subscribeKey(parcours, 'selectedIds', (mapIds) => void lookUpDue(box, mapIds)));
  scope.add(
    subscribeKey(offlineMode, 'isOn', (isOn) => {
      if (isOn) suspendDownloads(box);
      else {
        resumeSuspended(box);
        resumeDownloads(box);
        void lookUpDue(box);
      }
    }),
  );
  void begin(box);
}

async function begin(box: PackBox): Promise<void> {
  await openKeptPacks(box.userId);
  if (box.scope.disposed) return;
  showAll(box);
  resumeDownloads(box);
  await Promise.all([showGrant(box), removeUnlisted(box), lookUpDue(box), completeEarlier(box)]);
}

/** Fetches the configuration that a download of an earlier build may lack. Never rejects. */
async function completeEarlier(box: PackBox): Promise<void> {
  for (const pack of keptMapIds().flatMap((mapId) => keptPack(mapId) ?? [])) {
    await keepConfig(pack, box.signal).catch(() => {});
  }
}
