import type { TrailAccount, TrailEntry } from '../../contracts/trail.ts';
import { formatMoment } from '../platform/page/time.ts';
import { English } from '../ui/english.tsx';
import styles from './admin.module.css';
import { adminStrings } from './admin-words.ts';
import { trailActions } from './trail-actions-words.ts';

const words = adminStrings.entry;

/** An entry of the audit log: the action, its time, who did it, whom and what it affected, and the network address. */
export function TrailEntryCard({ entry }: { readonly entry: TrailEntry }) {
  const { happenedAt, action, actor, account, map, place, address, detail } = entry;
  const isOther = account !== null && account.id !== actor?.id;
  return (
    <>
      <h2 className={styles.name}>{trailActions[action]}</h2>
      <p className={styles.hint}>
        <time dateTime={happenedAt}>{formatMoment(Date.parse(happenedAt), 'medium')}</time>
      </p>
      <p>{actor === null ? words.nobody : words.by(nameOf(actor))}</p>
      {isOther ? <p>{words.about(nameOf(account))}</p> : null}
      {map === null ? null : <p>{words.map(map.name)}</p>}
      {place === null ? null : <p>{words.place(place.name)}</p>}
      {detail === '' ? null : (
        <p className={styles.hint}>
          <English>{detail}</English>
        </p>
      )}
      {address === null ? null : <p className={styles.hint}>{words.address(address)}</p>}
    </>
  );
}

function nameOf({ id, name, email }: TrailAccount): string {
  return name === null || email === null ? words.gone(id) : words.named(name, email);
}
