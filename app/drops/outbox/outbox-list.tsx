import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { readTellingCode } from '../../../contracts/telling.ts';
import { wordsFor } from '../../page/error-words.ts';
import { installHint } from '../../page/install-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { places } from '../../places/places.ts';
import { saveFile } from '../../platform/storage/save-file.ts';
import { nameTelling } from '../../tellings/tellings-words.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { formatMoment } from '../../ui/number-words.ts';
import typography from '../../ui/typography.module.css';
import { useAction } from '../../ui/use-action.ts';
import { wordsForOutboxError } from '../drop-fault-words.ts';
import { DropProgress } from '../drop-progress.tsx';
import { currentOutbox, publishDraft } from '../drop-services.ts';
import shared from '../list/drop-list.module.css';
import { DraftForm, TitleForm } from '../list/title-form.tsx';
import { dropDraft, myDrops } from '../my-drops.ts';
import styles from './outbox.module.css';
import { OutboxError } from './outbox-records.ts';
import { nameOf, type OutboxItem } from './outbox-view.ts';
import { draftStrings, outboxStrings } from './outbox-words.ts';
import { announceDrop } from './published-chip.tsx';

/** The unsent drops and drafts, with a warning about what Safari does to them in the long run. */
export function OutboxList({ items }: { readonly items: readonly OutboxItem[] }) {
  const hint = installHint('forDrops');
  return (
    <>
      <ul className={layout.stack3} aria-label={outboxStrings.title}>
        {items.filter(isListed).map((item) => (
          <OutboxRow key={item.id} item={item} />
        ))}
      </ul>
      {hint === null ? null : <p className={styles.hint}>{hint}</p>}
    </>
  );
}

/** Whether the list shows it: a part of it is only on this device, or it is a draft. */
export function isListed({ isUnsent, isDraft }: OutboxItem): boolean {
  return isUnsent || isDraft;
}

/** Returns how many drops and drafts these are. */
export function wordsForCount(items: readonly OutboxItem[]): string {
  const drafts = items.filter(({ isDraft }) => isDraft).length;
  const drops = items.length - drafts;
  return [drops > 0 && outboxStrings.count(drops), drafts > 0 && draftStrings.count(drafts)].filter(Boolean).join(', ');
}

function OutboxRow({ item }: { readonly item: OutboxItem }) {
  const { list: maps } = useSnapshot(parcours);
  const { list: listed } = useSnapshot(places);
  const { list: own } = useSnapshot(myDrops);
  const mapName = maps.find(({ id }) => id === item.parcoursId)?.name;
  const replaced = item.makesPlace ? undefined : [...listed, ...own].find(({ id }) => id === item.placeId);
  const name = nameRow(item, replaced && formatPlaceName(replaced.appelation));
  return (
    <li className={styles.row}>
      <div>
        <h3 className={shared.name}>{name}</h3>
        <p className={typography.hint}>{[mapName, formatMoment(item.keptAtMs, 'medium')].filter(Boolean).join(', ')}</p>
      </div>
      {item.phase !== 'sent' && item.phase !== 'unsaved' && <DropProgress item={item} />}
      {item.isDraft && (
        <DraftForm
          name={name}
          title={item.makesPlace ? item.title : null}
          onPublish={async (title) => {
            await publishDraft(item, title);
            announceDrop(item.id);
          }}
          wordsFor={wordsForOutboxError}
        />
      )}
      {mayRetitle(item) && (
        <TitleForm
          title={item.title.slice(0, TEXT_LINE_MAX)}
          submit={outboxStrings.retryUnder}
          onSubmit={(title) => currentOutbox().retryUnder(item.id, title)}
          wordsFor={wordsForOutboxError}
        />
      )}
      <OutboxActions item={item} name={item.telling === null ? nameOf(item) : name} />
    </li>
  );
}

/** @param replaced name of the place that gets the sound; undefined for a drop of its own, and for an unknown place */
function nameRow(item: OutboxItem, replaced: string | undefined): string {
  const { telling } = item;
  if (telling !== null) {
    return outboxStrings.soundOfVersion(replaced ?? nameOf(item), nameTelling(readTellingCode(telling)));
  }
  return replaced === undefined ? nameOf(item) : outboxStrings.newSound(replaced);
}

/** Whether the server may have refused a drop for its title. */
function mayRetitle({ isDraft, makesPlace, error }: OutboxItem): boolean {
  const isRefused = typeof error === 'object' && error?.why === 'invalid_request';
  return makesPlace && !isDraft && isRefused && (error.step === 'create' || error.step === 'title');
}

function OutboxActions({ item, name }: { readonly item: OutboxItem; readonly name: string }) {
  const words = outboxStrings;
  const [isAsking, setAsking] = useState(false);
  const { failure, run } = useAction((error) =>
    error instanceof OutboxError ? wordsForOutboxError(error) : wordsFor(error),
  );
  const save = (): Promise<void> => run(async () => saveFile(await currentOutbox().exportFile(item.id)));
  return (
    <>
      {failure !== null && <Alert>{failure}</Alert>}
      <div className={styles.acts}>
        <Button variant="quiet" icon={<Download size={18} aria-hidden />} onClick={() => void save()}>
          {words.export}
        </Button>
        <Button variant="quiet" icon={<Trash2 size={18} aria-hidden />} onClick={() => setAsking(true)}>
          {words.discard}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          words={{
            title: words.discardTitle(name),
            description: item.makesPlace && item.placeId !== null ? words.discardTextPlaced : words.discardText,
            confirm: words.discard,
            cancel: words.keep,
          }}
          onConfirm={async () => {
            if (!(await currentOutbox().discard(item.id))) showNotice(words.notHere);
            else if (item.makesPlace) dropDraft(item.placeId);
          }}
          onClose={() => setAsking(false)}
          wordsFor={wordsFor}
        />
      )}
    </>
  );
}
