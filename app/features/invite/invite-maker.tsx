import { Copy, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/error-words.ts';
import { absoluteUrl, canShareLinks, copyText, shareLink } from '../../platform/share.ts';
import { strings } from '../../platform/strings.ts';
import { makeInvite } from '../../state/invite.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './invite-maker.module.css';

/** Makes an invitation link to a parcours, to be copied or handed to the system's share sheet. */
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
  const [privilege, setPrivilege] = useState<Privilege | undefined>(offers.at(-1));
  const [link, setLink] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const field = useRef<HTMLInputElement>(null);
  // The button that had focus is gone, and the link stands below the fold of a phone.
  useEffect(() => {
    if (link !== null) field.current?.focus();
  }, [link]);

  const make = async (): Promise<void> => {
    if (privilege === undefined) return;
    setBusy(true);
    setFailure(null);
    try {
      setLink(absoluteUrl(await makeInvite(mapId, privilege)));
    } catch (error) {
      setFailure(wordsFor(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={styles.maker}>
      <p className={styles.hint}>{strings.panes.inviteHint}</p>
      <OptionCards
        label={strings.panes.inviteAs}
        options={offers.map((offer) => ({
          value: offer,
          label: strings.privileges[offer],
          lang: 'en',
          hint: strings.panes.privilegeTexts[offer],
        }))}
        chosen={privilege}
        onChoose={(chosen) => {
          setPrivilege(chosen);
          setLink(null);
          setCopied(false);
        }}
      />
      {failure !== null && <Alert>{failure}</Alert>}
      {link === null ? (
        <Button wide variant="secondary" busy={isBusy} onClick={() => void make()}>
          {strings.panes.makeLink}
        </Button>
      ) : (
        <>
          <TextField
            ref={field}
            label={strings.panes.link}
            value={link}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles.ways}>
            <Button
              wide
              variant="secondary"
              icon={<Copy size={18} aria-hidden />}
              onClick={() => void copyText(link).then(setCopied)}
            >
              {isCopied ? strings.panes.copied : strings.panes.copy}
            </Button>
            {canShareLinks() && (
              <Button
                wide
                icon={<Share2 size={18} aria-hidden />}
                onClick={() => void shareLink({ title: mapName, url: link })}
              >
                {strings.panes.share}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
