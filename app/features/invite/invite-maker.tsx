import { Copy, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { absoluteUrl, canShareLinks, copyText, shareLink } from '../../platform/page/share.ts';
import { invitations, makeLink } from '../../state/maps/invitations.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { mapPanes } from '../../words/map-panes.ts';
import { strings } from '../../words/strings.ts';
import styles from './invite-maker.module.css';
import { QrCode } from './qr-code.tsx';
import { listShareTargets } from './share-targets.ts';

const words = mapPanes.sharing;

/** Makes an invitation link to a parcours, and hands it on: copied, shared, sent by another service, or as a QR code. */
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
  const made = useSnapshot(invitations);
  const [chosen, setChosen] = useState<Privilege | undefined>(offers.at(-1));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [askedFor, setAskedFor] = useState<Privilege | null>(null);
  // A right that was taken away meanwhile is not offered any more.
  const privilege = chosen !== undefined && offers.includes(chosen) ? chosen : offers.at(-1);
  const path = made.mapId === mapId && privilege !== undefined ? made.links[privilege] : undefined;

  const make = async (): Promise<void> => {
    if (privilege === undefined) return;
    setBusy(true);
    setFailure(null);
    setAskedFor(privilege);
    try {
      await makeLink(mapId, privilege);
    } catch (error) {
      setFailure(words.failed(wordsFor(error)));
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
        disabled={isBusy}
        onChoose={(option) => {
          setChosen(option);
          setAskedFor(null);
          setFailure(null);
        }}
      />
      {failure !== null && <Alert>{failure}</Alert>}
      {path === undefined || privilege === undefined ? (
        <Button wide variant="secondary" busy={isBusy} onClick={() => void make()}>
          {strings.panes.makeLink}
        </Button>
      ) : (
        <MadeLink
          key={path}
          link={absoluteUrl(path)}
          mapName={mapName}
          qrTitle={words.qrTitle(mapName, privilege)}
          isNew={askedFor === privilege}
        />
      )}
    </div>
  );
}

/** A link, and the ways to hand it on. */
function MadeLink({
  link,
  mapName,
  qrTitle,
  isNew,
}: {
  readonly link: string;
  readonly mapName: string;
  readonly qrTitle: string;
  /** True where it appears because it was asked for just now. */
  readonly isNew: boolean;
}) {
  const [isCopied, setCopied] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isQrOpen, setQrOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const takesFocus = useRef(isNew);
  // The button that had focus is gone, and the link stands below the fold of a phone.
  useEffect(() => {
    if (takesFocus.current) field.current?.focus();
  }, []);

  const copy = async (): Promise<void> => {
    const copied = await copyText(link);
    setCopied(copied);
    setFault(copied ? null : words.copyFailed);
    if (!copied) field.current?.focus();
  };

  const share = async (): Promise<void> => {
    const outcome = await shareLink({ title: mapName, text: words.message(mapName), url: link });
    setFault(outcome === 'failed' ? words.shareFailed : null);
  };

  return (
    <>
      <TextField
        ref={field}
        label={strings.panes.link}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className={styles.hint}>{words.again}</p>
      {fault !== null && <Alert>{fault}</Alert>}
      <div className={styles.ways}>
        <Button variant="secondary" icon={<Copy size={18} aria-hidden />} onClick={() => void copy()}>
          {isCopied ? strings.panes.copied : strings.panes.copy}
        </Button>
        <Button variant="secondary" icon={<QrIcon size={18} aria-hidden />} onClick={() => setQrOpen(true)}>
          {words.qr}
        </Button>
        {canShareLinks() && (
          <Button icon={<Share2 size={18} aria-hidden />} onClick={() => void share()}>
            {strings.panes.share}
          </Button>
        )}
      </div>
      <h3 className={styles.subheading}>{words.elsewhere}</h3>
      <ul className={styles.targets}>
        {listShareTargets(link, words.message(mapName)).map(({ id, href, isPage }) => (
          <li key={id}>
            <a
              className={styles.target}
              href={href}
              {...(isPage ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            >
              {words.targets[id]}
              {isPage ? <span className="visually-hidden"> {strings.app.newTab}</span> : null}
            </a>
          </li>
        ))}
      </ul>
      {isQrOpen ? <QrCode link={link} title={qrTitle} onClose={() => setQrOpen(false)} /> : null}
    </>
  );
}
