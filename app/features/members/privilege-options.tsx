import { PRIVILEGES, type Privilege } from '../../../contracts/vocabulary.ts';
import { OptionCards } from '../../ui/option-cards.tsx';
import { mapPanes } from '../../words/maps/map-panes.ts';
import { paneStrings } from '../../words/maps/panes.ts';
import { privilegeStrings } from '../../words/maps/privileges.ts';

/** The privileges to choose from, each explained, the highest first. */
export function PrivilegeOptions({
  chosen,
  disabled,
  onChoose,
}: {
  readonly chosen: Privilege;
  readonly disabled: boolean;
  readonly onChoose: (privilege: Privilege) => void;
}) {
  return (
    <OptionCards
      label={mapPanes.members.privileges}
      options={[...PRIVILEGES].reverse().map((privilege) => ({
        value: privilege,
        label: privilegeStrings[privilege],
        lang: 'en',
        hint: paneStrings.privilegeTexts[privilege],
      }))}
      chosen={chosen}
      disabled={disabled}
      onChoose={onChoose}
    />
  );
}
