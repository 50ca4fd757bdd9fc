import { ChevronDown, MapPinned, Pencil, Trash2 } from 'lucide-react';
import { Collapsible } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { Bundle } from '../../contracts/bundle.ts';
import { mayCreateParcours, mayManageBundles } from '../../contracts/permissions.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { guestStrings, visitEnded } from '../account/guests-words.ts';
import { offlineWords } from '../page/offline-words.ts';
import { paths } from '../paths.ts';
import { guestOf, session } from '../session/session.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { English } from '../ui/english.tsx';
import { MoreMenu } from '../ui/more-menu.tsx';
import { bundles, isBundled, reloadBundle } from './bundles.ts';
import { LoadFailure } from './load-status.tsx';
import styles from './parcours.module.css';
import { openParcours, parcours } from './parcours.ts';
import type { DialogOffer } from './parcours-dialogs.tsx';
import { ParcoursRow, UnjoinedRow } from './parcours-row.tsx';
import { parcoursStrings } from './parcours-words.ts';

/** Every bundle with its parcours, after the card of the parcours without a bundle. */
export function BundleList({ role, onOpenDialog }: DialogOffer) {
  const navigate = useNavigate();
  const { list, selectedIds, beingCreated } = useSnapshot(parcours);
  const { list: allBundles } = useSnapshot(bundles);
  const words = parcoursStrings;
  const joined = new Map(list.map((listed) => [listed.id, listed]));
  const unbundled = list.filter(({ id }) => !isBundled(allBundles, id));

  const open = useCallback(
    (id: ParcoursId) => {
      openParcours(id, role);
      navigate(paths.home);
    },
    [navigate, role],
  );

  const rowOf = (listed: (typeof list)[number]) => (
    <ParcoursRow
      key={listed.id}
      parcours={listed}
      role={role}
      isSelected={selectedIds.includes(listed.id)}
      isBeingCreated={beingCreated?.id === listed.id}
      onOpen={open}
      onOpenDialog={onOpenDialog}
    />
  );

  return (
    <>
      {unbundled.length === 0 && list.length > 0 ? null : (
        <BundleCard name={words.yourMaps} lang="en" count={unbundled.length} empty={<NoParcoursYet />}>
          {unbundled.map(rowOf)}
        </BundleCard>
      )}
      {allBundles.map((bundle) => (
        <BundleCard
          key={bundle.id}
          name={bundle.name}
          description={bundle.description}
          // Maps from an earlier load are still shown.
          count={bundle.failure !== null && bundle.parcours.length === 0 ? null : bundle.parcours.length}
          failure={
            bundle.failure === null ? undefined : (
              <LoadFailure
                words={words.bundleMapsFailed}
                failure={bundle.failure}
                onRetry={() => reloadBundle(bundle.id)}
              />
            )
          }
          menu={<BundleMenu bundle={bundle} role={role} onOpenDialog={onOpenDialog} />}
        >
          {bundle.parcours.map(({ map_id: id, map_name: name }) => {
            const listed = joined.get(id);
            return listed === undefined ? (
              <UnjoinedRow key={id} parcours={{ id, name }} role={role} onOpenDialog={onOpenDialog} />
            ) : (
              rowOf(listed)
            );
          })}
        </BundleCard>
      ))}
    </>
  );
}

/** A bundle as a collapsible card: its name, its number of parcours, and their rows. */
function BundleCard({
  name,
  lang,
  description = '',
  count,
  menu,
  empty = <EmptyState title={<English>{parcoursStrings.empty}</English>} />,
  failure,
  children,
}: {
  readonly name: string;
  /** Language of the name, if it is not the page's. */
  readonly lang?: string;
  readonly description?: string;
  /** Number of parcours; if 0, `empty` replaces the rows. Null if it could not be loaded. */
  readonly count: number | null;
  readonly menu?: ReactNode;
  readonly empty?: ReactNode;
  /** Shows that its parcours could not be loaded; the rows may then be outdated. */
  readonly failure?: ReactNode;
  /** The rows, each an `<li>`. */
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  return (
    <Collapsible.Root asChild open={open} onOpenChange={setOpen}>
      <section className={styles.bundle} aria-label={name}>
        <div className={styles.bundleTop}>
          <Collapsible.Trigger className={styles.bundleHead}>
            <span className={styles.bundleName}>
              <span lang={lang}>{name}</span>
              {description === '' ? null : <span className={styles.bundleAbout}>{description}</span>}
            </span>
            <span lang={count === null ? undefined : 'en'} className={styles.count}>
              {count === null ? offlineWords.mapsUnknown : parcoursStrings.count(count)}
            </span>
            <ChevronDown size={20} className={styles.chevron} aria-hidden />
          </Collapsible.Trigger>
          {menu}
        </div>
        <Collapsible.Content>
          {failure === undefined ? null : <div className={styles.bundleFailure}>{failure}</div>}
          {count !== null && count > 0 ? (
            <ul className={styles.rows}>{children}</ul>
          ) : failure === undefined ? (
            empty
          ) : null}
        </Collapsible.Content>
      </section>
    </Collapsible.Root>
  );
}

/** Edits or deletes a bundle; empty for people who may not. */
function BundleMenu({ bundle, role, onOpenDialog }: DialogOffer & { readonly bundle: Bundle }) {
  const words = parcoursStrings;
  if (!mayManageBundles(role)) return null;
  return (
    <MoreMenu
      label={words.moreAbout(bundle.name)}
      acts={[
        { label: words.editBundle, Icon: Pencil, act: () => onOpenDialog({ kind: 'edit-bundle', bundle }) },
        {
          label: words.removeBundle,
          Icon: Trash2,
          danger: true,
          act: () => onOpenDialog({ kind: 'delete-bundle', bundle }),
        },
      ]}
    />
  );
}

/** Shown to people without a parcours, with the link to create one if they may. */
function NoParcoursYet() {
  const { user } = useSnapshot(session);
  const words = parcoursStrings;
  // A guest has at least the link's parcours until the visit has ended.
  if (guestOf(user) !== null) {
    const { title, open, ask } = visitEnded;
    return (
      <EmptyState
        icon={<MapPinned size={26} />}
        title={title}
        hint={`${open} ${ask}`}
        action={<ButtonLink to={paths.createAccount}>{guestStrings.signUp}</ButtonLink>}
      />
    );
  }
  const mayCreate = user !== null && mayCreateParcours(user.role);
  return (
    <EmptyState
      icon={<MapPinned size={26} />}
      title={<English>{words.empty}</English>}
      hint={mayCreate ? words.emptyHint : words.emptyToJoin}
      action={mayCreate ? <ButtonLink to={paths.createParcours}>{words.createFirst}</ButtonLink> : undefined}
    />
  );
}
