import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { INVITE_LABEL_MAX } from '../../../contracts/limits.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Button } from '../../ui/button.tsx';
import { EnglishStart } from '../../ui/english.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAction } from '../../ui/use-action.ts';
import { paneStrings, parcoursPanes, privilegeOptions } from '../panes-words.ts';
import { invitations, makeLink, prepareInvitation, putLinkAway } from './invitations.ts';
import { InviteLink } from './invite-link.tsx';
import { sharingStrings } from './sharing-words.ts';

const words = parcoursPanes.sharing;

/** Creates an invitation link to a parcours, to be copied, shared, sent, or shown as a QR code. */
export function InviteMaker({
  parcoursId,
  mapName,
  offers,
  explain,
}: {
  readonly parcoursId: ParcoursId;
  readonly mapName: string;
  /** The privileges that may be granted, at least one, from highest to lowest. */
  readonly offers: readonly Privilege[];
  /** Explains an invitation with a privilege, one sentence each. */
  readonly explain?: (privilege: Privilege) => readonly string[];
}) {
  const known = useSnapshot(invitations);
  const chosen = known.parcoursId === parcoursId ? known.chosen : null;
  const [requested, setRequested] = useState<Privilege | null>(null);
  const [label, setLabel] = useState('');
  const creation = useAction((error) => words.failed(wordsFor(error)));
  // The chosen privilege may have been withdrawn in the meantime.
  const privilege = chosen !== null && offers.includes(chosen) ? chosen : offers.at(-1);
  const made = known.parcoursId === parcoursId && privilege !== undefined ? known.links[privilege] : undefined;

  const handleCreate = async (): Promise<void> => {
    if (privilege === undefined) return;
    setRequested(privilege);
    await creation.run(async () => {
      await makeLink(parcoursId, privilege, label.trim() === '' ? null : label.trim());
      setLabel('');
    });
  };

  return (
    <div className={layout.stack3}>
      <Hint breaks>{paneStrings.inviteHint}</Hint>
      <OptionCards
        label={paneStrings.inviteAs}
        options={privilegeOptions(offers)}
        chosen={privilege}
        disabled={creation.busy}
        onChoose={(option) => {
          prepareInvitation(parcoursId, { chosen: option });
          setRequested(null);
          creation.setFailure(null);
        }}
      />
      {(privilege === undefined ? [] : (explain?.(privilege) ?? [])).map((sentence) => (
        <Hint key={sentence} breaks>
          {sentence}
        </Hint>
      ))}
      {creation.failure !== null && (
        <Alert>
          <EnglishStart>{creation.failure}</EnglishStart>
        </Alert>
      )}
      {made === undefined || privilege === undefined ? (
        <>
          <LabelField value={label} onChange={setLabel} />
          <Button wide variant="secondary" busy={creation.busy} onClick={() => void handleCreate()}>
            {paneStrings.makeLink}
          </Button>
        </>
      ) : (
        <>
          <InviteLink
            key={made.path}
            parcoursId={parcoursId}
            path={made.path}
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

function LabelField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const hintId = useId();
  return (
    <div>
      <TextField
        label={sharingStrings.label}
        value={value}
        maxLength={INVITE_LABEL_MAX}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.value)}
      />
      <Hint id={hintId} breaks>
        {sharingStrings.labelHint}
      </Hint>
    </div>
  );
}
