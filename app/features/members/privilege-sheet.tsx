import { useState } from 'react';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { type ParcoursId, PRIVILEGES, type Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { setMemberPrivilege } from '../../state/maps/members.ts';
import { showNotice } from '../../state/page/notices.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { mapPanes } from '../../words/map-panes.ts';
import { strings } from '../../words/strings.ts';
import styles from './members.module.css';

const words = mapPanes.members;

/** Chooses what a member may do on a parcours. */
export function PrivilegeSheet({
  mapId,
  member,
  isSelf,
  onClose,
}: {
  readonly mapId: ParcoursId;
  readonly member: ParcoursMember;
  /** True for the privilege of who chooses. */
  readonly isSelf: boolean;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Privilege>(member.privilege);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const save = async (): Promise<void> => {
    if (chosen === member.privilege) return onClose();
    setBusy(true);
    setFailure(null);
    try {
      await setMemberPrivilege(mapId, member.id, chosen);
      showNotice(words.privilegeSet(member.name));
      onClose();
    } catch (error) {
      setFailure(wordsFor(error));
      setBusy(false);
    }
  };

  return (
    <Sheet
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={words.privilegeOf(member.name)}
      closeLabel={strings.app.close}
    >
      <div className={styles.sheet}>
        <OptionCards
          label={words.privileges}
          options={[...PRIVILEGES].reverse().map((privilege) => ({
            value: privilege,
            label: strings.privileges[privilege],
            lang: 'en',
            hint: strings.panes.privilegeTexts[privilege],
          }))}
          chosen={chosen}
          disabled={isBusy}
          onChoose={setChosen}
        />
        {isSelf && chosen !== 'admin' ? <Notice>{words.lowersYou}</Notice> : null}
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button wide busy={isBusy} onClick={() => void save()}>
          {strings.app.save}
        </Button>
      </div>
    </Sheet>
  );
}
