import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { INVITE_LABEL_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { absoluteUrl } from '../../platform/page/share.ts';
import { invitations, makeLink, putLinkAway } from '../../state/maps/invitations.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { paneStrings } from '../../words/maps/panes.ts';
import { privilegeStrings } from '../../words/maps/privileges.ts';
import { sharingStrings } from '../../words/maps/sharing.ts';
import { InviteLink } from './invite-link.tsx';
import styles from './invite-maker.module.css';

const words = mapPanes.sharing;

/** Creates an invitation link to a parcours, to be copied, shared, sent by another service or shown as a QR code. */
export function InviteMaker({
  mapId,
  mapName,
  offers,
}: {
  readonly mapId: ParcoursId;
  readonly mapName: string;
  /** The privileges that may be given, at least one, from most to least. */
  readonly offers: readonly Privilege[];
}) {
  const known = useSnapshot(invitations);
  const [chosen, setChosen] = useState<Privilege | undefined>(offers.at(-1));
  const [requested, setRequested] = useState<Privilege | null>(null);
  const [label, setLabel] = useState('');
  const labelHintId = useId();
  const creation = useAction((error) => words.failed(wordsFor(error)));
  // The chosen privilege may have been withdrawn meanwhile.
  const privilege = chosen !== undefined && offers.includes(chosen) ? chosen : offers.at(-1);
  const made = known.mapId === mapId && privilege !== undefined ? known.links[privilege] : undefined;

  const handleCreate = async (): Promise<void> => {
    if (privilege === undefined) return;
    setRequested(privilege);
    await creation.run(async () => {
      await makeLink(mapId, privilege, label.trim() === '' ? null : label.trim());
      setLabel('');
    });
  };

  return (
    <div className={styles.maker}>
      <p className={styles.hint}>{paneStrings.inviteHint}</p>
      <OptionCards
        label={paneStrings.inviteAs}
        options={offers.map((offer) => ({
          value: offer,
          label: privilegeStrings[offer],
          lang: 'en',
          hint: paneStrings.privilegeTexts[offer],
        }))}
        chosen={privilege}
        disabled={creation.busy}
        onChoose={(option) => {
          setChosen(option);
          setRequested(null);
          creation.setFailure(null);
        }}
      />
      {creation.failure !== null && <Alert>{creation.failure}</Alert>}
      {made === undefined || privilege === undefined ? (
        <>
          <div>
            <TextField
              label={sharingStrings.label}
              value={label}
              maxLength={INVITE_LABEL_MAX}
              aria-describedby={labelHintId}
              onChange={(event) => setLabel(event.target.value)}
            />
            <p id={labelHintId} className={styles.hint}>
              {sharingStrings.labelHint}
            </p>
          </div>
          <Button wide variant="secondary" busy={creation.busy} onClick={() => void handleCreate()}>
            {paneStrings.makeLink}
          </Button>
        </>
      ) : (
        <>
          <InviteLink
            key={made.path}
            link={absoluteUrl(made.path)}
            mapName={mapName}
            privilege={privilege}
            label={made.label}
            isNew={requested === privilege}
          />
          <Button wide variant="secondary" onClick={() => putLinkAway(privilege)}>
            {sharingStrings.another}
          </Button>
        </>
      )}
    </div>
  );
}
