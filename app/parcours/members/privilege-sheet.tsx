import { useState } from 'react';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import { type ParcoursId, PRIVILEGES, type Privilege } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { OptionCards } from '../../ui/option-cards.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useAction } from '../../ui/use-action.ts';
import { mapPanes, privilegeOptions } from '../parcours-panes-words.ts';
import styles from './members.module.css';
import { setMemberPrivilege } from './members.ts';
import { PrivilegeNotes } from './privilege-notes.tsx';

const words = mapPanes.members;

/** Chooses what a member may do on a parcours. */
export function PrivilegeSheet({
  mapId,
  member,
  isSelf,
  onSet,
  onClose,
}: {
  readonly mapId: ParcoursId;
  readonly member: ParcoursMember;
  readonly isSelf: boolean;
  readonly onSet: () => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState<Privilege>(member.privilege);
  const { busy, failure, run } = useAction(wordsFor);

  const handleSave = async (): Promise<void> => {
    if (chosen === member.privilege) return onClose();
    await run(async () => {
      await setMemberPrivilege(mapId, member.id, chosen);
      onSet();
      onClose();
    });
  };

  return (
    <Sheet
      open
      onOpenChange={(open) => (open || busy ? undefined : onClose())}
      title={words.privilegeOf(member.name)}
      closeLabel={strings.app.close}
    >
      <div className={styles.sheet}>
        <OptionCards
          label={words.privileges}
          options={privilegeOptions([...PRIVILEGES].reverse())}
          chosen={chosen}
          disabled={busy}
          onChoose={setChosen}
        />
        <PrivilegeNotes member={member} chosen={chosen} isSelf={isSelf} />
        {failure === null ? null : <Alert>{failure}</Alert>}
        <Button wide busy={busy} onClick={() => void handleSave()}>
          {strings.app.save}
        </Button>
      </div>
    </Sheet>
  );
}
