import type { Privilege } from '../../../contracts/vocabulary.ts';
import { OptionCards } from '../../ui/option-cards.tsx';
import { paneStrings } from '../../words/maps/panes.ts';
import { privilegeStrings } from '../../words/maps/privileges.ts';

/** Chooses what a link gives. */
export function PrivilegeChoice({
  offers,
  chosen,
  disabled,
  onChoose,
}: {
  readonly offers: readonly Privilege[];
  readonly chosen: Privilege | undefined;
  readonly disabled: boolean;
  readonly onChoose: (privilege: Privilege) => void;
}) {
  return (
    <OptionCards
      label={paneStrings.inviteAs}
      options={offers.map((offer) => ({
        value: offer,
        label: privilegeStrings[offer],
        lang: 'en',
        hint: paneStrings.privilegeTexts[offer],
      }))}
      chosen={chosen}
      disabled={disabled}
      onChoose={onChoose}
    />
  );
}
