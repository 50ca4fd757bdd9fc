import { Copy, QrCode as QrIcon, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { absoluteUrl, canShareLinks, copyText, shareLink } from '../../platform/page/share.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { paneStrings, parcoursPanes } from '../panes-words.ts';
import styles from './invite-maker.module.css';
import { QrCode } from './qr-code.tsx';
import { listShareTargets } from './sharing.ts';
import { sharingStrings } from './sharing-words.ts';

const words = parcoursPanes.sharing;

/** An invitation link, with the ways to share it. */
export function InviteLink({
  parcoursId,
  path,
  mapName,
  privilege,
  label,
  isNew,
}: {
  readonly parcoursId: ParcoursId;
  /** A path of our own origin. */
  readonly path: string;
  readonly mapName: string;
  readonly privilege: Privilege;
  /** Its maker's name for it. */
  readonly label: string | null;
  /** Whether it was created just now; then it takes the focus. */
  readonly isNew: boolean;
}) {
  const link = absoluteUrl(path);
  const [isCopied, setCopied] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isQrOpen, setQrOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const takesFocus = useRef(isNew);
  // The focused button no longer exists, and on a phone the link is below the visible part.
  useEffect(() => {
    if (takesFocus.current) field.current?.focus();
  }, []);

  const handleCopy = async (): Promise<void> => {
    const copied = await copyText(link);
    setCopied(copied);
    setFailure(copied ? null : words.copyFailed);
    if (!copied) field.current?.focus();
  };

  const handleShare = async (): Promise<void> => {
    const outcome = await shareLink({ title: mapName, text: words.message(mapName), url: link });
    setFailure(outcome === 'failed' ? words.shareFailed : null);
  };

  return (
    <>
      <TextField
        ref={field}
        label={label === null ? paneStrings.link : sharingStrings.linkOf(label)}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Hint breaks>{words.again}</Hint>
      {failure !== null && <Alert>{failure}</Alert>}
      <div className={styles.ways}>
        <Button variant="secondary" icon={<Copy size={18} aria-hidden />} onClick={() => void handleCopy()}>
          {isCopied ? paneStrings.copied : paneStrings.copy}
        </Button>
        <Button variant="secondary" icon={<QrIcon size={18} aria-hidden />} onClick={() => setQrOpen(true)}>
          {words.qr}
        </Button>
        {canShareLinks() && (
          <Button icon={<Share2 size={18} aria-hidden />} onClick={() => void handleShare()}>
            {paneStrings.share}
          </Button>
        )}
      </div>
      <h3 className={typography.label}>{words.elsewhere}</h3>
      <ul className={layout.wrap}>
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
      {isQrOpen ? (
        <QrCode {...{ parcoursId, link, mapName, privilege, label }} onClose={() => setQrOpen(false)} />
      ) : null}
    </>
  );
}
