import { FolderDown, ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { titles } from '../../ui/title-words.ts';
import { askToLogout } from '../leaving.ts';
import { profileStrings } from '../profile-words.ts';

/** The actions on the profile: open the account's security and data, and log out. */
export function ProfileActs() {
  const navigate = useNavigate();
  return (
    <>
      <ButtonLink to={paths.security} variant="secondary" wide icon={<ShieldCheck size={20} aria-hidden />}>
        {titles.security}
      </ButtonLink>
      <ButtonLink to={paths.myData} variant="secondary" wide icon={<FolderDown size={20} aria-hidden />}>
        {titles.myData}
      </ButtonLink>
      <Button
        variant="secondary"
        lang="en"
        wide
        onClick={() => {
          if (askToLogout()) navigate(paths.root);
        }}
      >
        {profileStrings.logOut}
      </Button>
    </>
  );
}
