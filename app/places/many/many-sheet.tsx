import { ListFilter } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { PlaceOrigin } from '../../../contracts/calls/many-calls.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { approveAll, listWaiting, type WaitingDrop } from '../../moderation/approval/drop-approvals.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import layout from '../../ui/layout.module.css';
import { RetryAlert } from '../../ui/message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { useLoad } from '../../ui/use-action.ts';
import { withSteps } from '../order/in-order.ts';
import order from '../order/order.module.css';
import { places } from '../places.ts';
import { plan } from '../plan.ts';
import { AskSheet } from './ask-sheet.tsx';
import {
  ALL_MANAGED,
  authorKeyOf,
  deletePlaces,
  listManaged,
  type ManagedPlace,
  type ManagedView,
  readOrigins,
  viewManaged,
} from './managed-places.ts';
import { ManagedRows } from './managed-rows.tsx';
import styles from './many.module.css';
import { manyStrings as words } from './many-words.ts';
import { MoveSheet } from './move-sheet.tsx';
import { RenameSheet } from './rename-sheet.tsx';

/** The places of a parcours, to find and to change many of them at once. */
export function ManySheet({ parcoursId, onClose }: { readonly parcoursId: ParcoursId; readonly onClose: () => void }) {
  const read = useCallback(
    () => Promise.all([readOrigins(parcoursId), listWaiting(parcoursId)] as const),
    [parcoursId],
  );
  const { value, failure, retry } = useLoad(read);
  return (
    <Sheet title={words.title} description={words.hint} onClose={onClose}>
      {value === undefined && failure === undefined && (
        <div className={layout.loading}>
          <Spinner size={28} label={words.loading} />
        </div>
      )}
      {failure !== undefined && <RetryAlert onRetry={retry}>{words.failed(wordsFor(failure))}</RetryAlert>}
      {value !== undefined && <ManyPlaces parcoursId={parcoursId} origins={value[0]} seen={value[1]} />}
    </Sheet>
  );
}

function ManyPlaces({
  parcoursId,
  origins,
  seen,
}: {
  readonly parcoursId: ParcoursId;
  readonly origins: readonly PlaceOrigin[];
  /** The drops that waited as the sheet was opened, in the versions that may be approved. */
  readonly seen: readonly WaitingDrop[];
}) {
  const { list: saved } = useSnapshot(places);
  const { list: planned, steps } = useSnapshot(plan);
  const all = useMemo(
    () => listManaged(parcoursId, withSteps(saved, steps), withSteps(planned, steps), origins),
    [parcoursId, saved, planned, steps, origins],
  );
  const [view, setView] = useState(ALL_MANAGED);
  const settled = useDeferredValue(view);
  const shown = useMemo(() => viewManaged(all, settled, Date.now()), [all, settled]);
  const [marked, setMarked] = useState<ReadonlySet<PlaceId>>(new Set());
  // In the order of the list, then those that it doesn't show; without those that are gone.
  const chosen = [...shown, ...all.filter((place) => !shown.includes(place))].filter(({ id }) => marked.has(id));
  const shownChosen = shown.filter(({ id }) => marked.has(id)).length;
  const choose = (ids: readonly PlaceId[], isChosen: boolean): void =>
    setMarked((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (isChosen) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  if (all.length === 0) return <EmptyState title={words.empty} hint={words.emptyHint} />;

  return (
    <div className={styles.many}>
      <div className={layout.stack3}>
        <ViewFields all={all} view={view} onView={setView} />
        {shown.length === 0 ? (
          <EmptyState
            title={words.noneShown}
            action={<Button onClick={() => setView(ALL_MANAGED)}>{words.showAll}</Button>}
          />
        ) : (
          <div>
            <Checkbox
              label={<span className={typography.label}>{words.all(shown.length)}</span>}
              checked={shownChosen === shown.length}
              onChange={({ target }) =>
                choose(
                  shown.map(({ id }) => id),
                  target.checked,
                )
              }
            />
            <ManagedRows list={shown} chosen={marked} onChoose={choose} />
          </div>
        )}
      </div>
      {chosen.length > 0 && (
        <div className={classNames(order.foot, styles.foot)}>
          <p role="status" className={typography.label}>
            {words.chosen(chosen.length, chosen.length - shownChosen)}
          </p>
          <ManyActs parcoursId={parcoursId} chosen={chosen} seen={seen} onDone={() => setMarked(new Set())} />
        </div>
      )}
    </div>
  );
}

/** The search, and behind it filters and the order. */
function ViewFields({
  all,
  view,
  onView,
}: {
  readonly all: readonly ManagedPlace[];
  readonly view: ManagedView;
  readonly onView: (view: ManagedView) => void;
}) {
  const authors = new Map(all.map((place) => [authorKeyOf(place), place.author?.name ?? words.gone]));
  const states = new Set<string>(all.map(({ state }) => state));
  const active = [view.author, view.state, view.sound, view.since].filter((value) => value !== '').length;
  const field = (key: keyof ManagedView, label: string, texts: Iterable<readonly [value: string, label: string]>) => (
    <SelectField
      label={label}
      value={view[key]}
      options={Array.from(texts, ([value, text]) => ({ value, label: text }))}
      onChange={({ target }) => onView({ ...view, [key]: target.value })}
    />
  );
  return (
    <>
      <TextField
        type="search"
        label={words.search}
        value={view.search}
        autoComplete="off"
        onChange={({ target }) => onView({ ...view, search: target.value })}
      />
      <details className={layout.disclosure}>
        <summary className={styles.summary}>
          <ListFilter size={18} aria-hidden />
          {words.filters(active)}
        </summary>
        <div className={styles.fields}>
          {field('state', words.state, [
            ['', words.everyState],
            ...Object.entries(words.states).filter(([state]) => states.has(state)),
          ])}
          {field('sound', words.sound, Object.entries(words.sounds))}
          {field('author', words.author, [['', words.everyAuthor], ...authors])}
          {field('since', words.since, words.moments)}
          {field('sort', words.sort, Object.entries(words.sorts))}
        </div>
      </details>
    </>
  );
}

/** What can be done with the chosen places. */
function ManyActs({
  parcoursId,
  chosen,
  seen,
  onDone,
}: {
  readonly parcoursId: ParcoursId;
  readonly chosen: readonly ManagedPlace[];
  readonly seen: readonly WaitingDrop[];
  readonly onDone: () => void;
}) {
  const [act, setAct] = useState<'rename' | 'move' | 'ask' | 'approve' | 'delete' | null>(null);
  /** Those that the open question is about, however the list changes meanwhile. */
  const [askedIds, setAskedIds] = useState<readonly PlaceId[]>([]);
  const ask = (wanted: 'approve' | 'delete', about: readonly ManagedPlace[]): void => {
    setAskedIds(about.map(({ id }) => id));
    setAct(wanted);
  };
  const close = (): void => setAct(null);
  const waiting = chosen.filter(({ state }) => state === 'waiting');
  const unfilled = chosen.filter(({ state }) => state === 'planned');
  const asked = { parcoursId, chosen, onDone, onClose: close };
  return (
    <>
      <div className={styles.acts}>
        <Button variant="secondary" onClick={() => setAct('rename')}>
          {words.rename}
        </Button>
        <Button variant="secondary" onClick={() => setAct('move')}>
          {words.move}
        </Button>
        {unfilled.length > 0 && (
          <Button variant="secondary" onClick={() => setAct('ask')}>
            {words.ask(unfilled.length)}
          </Button>
        )}
        {waiting.length > 0 && (
          <Button variant="secondary" onClick={() => ask('approve', waiting)}>
            {words.approve(waiting.length)}
          </Button>
        )}
        <Button variant="danger" onClick={() => ask('delete', chosen)}>
          {words.delete}
        </Button>
      </div>
      {act === 'rename' && <RenameSheet {...asked} />}
      {act === 'move' && <MoveSheet {...asked} />}
      {act === 'ask' && <AskSheet {...asked} chosen={unfilled} />}
      {act === 'approve' && (
        <ConfirmDialog
          words={words.approval(askedIds.length)}
          variant="primary"
          onConfirm={async () => {
            const count = await approveAll(seen.filter(({ id }) => askedIds.includes(id)));
            if (count > 0) showNotice(words.approved(count));
            if (count < askedIds.length) showNotice(words.notApproved(askedIds.length - count), { tone: 'info' });
            onDone();
          }}
          onClose={close}
          wordsFor={wordsFor}
        />
      )}
      {act === 'delete' && (
        <ConfirmDialog
          words={words.deletion(askedIds.length)}
          onConfirm={async () => {
            showNotice(words.deleted(await deletePlaces(parcoursId, askedIds)));
            onDone();
          }}
          onClose={close}
          wordsFor={wordsFor}
        />
      )}
    </>
  );
}
