import { QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { absoluteUrl } from '../../platform/page/share.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { OutsideLink } from '../../ui/outside-link.tsx';
import typography from '../../ui/typography.module.css';
import { paneStrings, parcoursPanes } from '../panes-words.ts';
import styles from './invite-maker.module.css';
import { LinkField } from './link-field.tsx';
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
  const [isQrOpen, setQrOpen] = useState(false);

  return (
    <>
      <LinkField
        label={label === null ? paneStrings.link : sharingStrings.linkOf(label)}
        link={link}
        mapName={mapName}
        hint={words.again}
        takesFocus={isNew}
        more={
          <Button variant="secondary" icon={<QrIcon size={18} aria-hidden />} onClick={() => setQrOpen(true)}>
            {words.qr}
          </Button>
        }
      />
      <h3 className={typography.label}>{words.elsewhere}</h3>
      <ul className={layout.wrap}>
        {listShareTargets(link, words.message(mapName)).map(({ id, href, isPage }) => (
          <li key={id}>
            {isPage ? (
              <OutsideLink className={styles.target} href={href}>
                {words.targets[id]}
              </OutsideLink>
            ) : (
              <a className={styles.target} href={href}>
                {words.targets[id]}
              </a>
            )}
          </li>
        ))}
      </ul>
      {isQrOpen ? (
        <QrCode {...{ parcoursId, link, mapName, privilege, label }} onClose={() => setQrOpen(false)} />
      ) : null}
    </>
  );
}
