import { useSnapshot } from 'valtio';
import { installHint } from '../../page/install-hint.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatMoment } from '../../platform/page/time.ts';
import { publishDraft } from '../composer/publish-draft.ts';
import { wordsForOutboxError } from '../drop-fault-words.ts';
import { DropProgress } from '../drop-progress.tsx';
import { DraftForm } from '../list/draft-form.tsx';
import shared from '../list/drop-list.module.css';
import styles from './outbox.module.css';
import { OutboxActions } from './outbox-actions.tsx';
import { nameOf, type OutboxItem } from './outbox-view.ts';
import { outboxStrings } from './outbox-words.ts';

/** The unsent drops and drafts, with a warning about what Safari does to them in the long run. */
export function OutboxList({ items }: { readonly items: readonly OutboxItem[] }) {
  const hint = installHint('forDrops');
  return (
    <>
      <ul className={shared.list} aria-label={outboxStrings.title}>
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

function OutboxRow({ item }: { readonly item: OutboxItem }) {
  const { list: maps } = useSnapshot(parcours);
  const mapName = maps.find(({ id }) => id === item.mapId)?.name;
  return (
    <li className={styles.row}>
      <div>
        <h3 className={shared.name}>{nameOf(item)}</h3>
        <p className={shared.detail}>{[mapName, formatMoment(item.keptAtMs, 'medium')].filter(Boolean).join(', ')}</p>
      </div>
      {item.phase !== 'sent' && item.phase !== 'unsaved' && <DropProgress item={item} />}
      {item.isDraft && (
        <DraftForm
          name={nameOf(item)}
          title={item.title}
          onPublish={(title) => publishDraft(item, title)}
          wordsFor={wordsForOutboxError}
        />
      )}
      <OutboxActions item={item} />
    </li>
  );
}
