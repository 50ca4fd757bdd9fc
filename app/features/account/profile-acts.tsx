import { ShieldCheck } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { askToLogout } from '../../state/leaving/leaving.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { profileStrings } from '../../words/profile.ts';
import { titles } from '../../words/titles.ts';

/** The ways out of the profile: to what the server has of the person, and the logout. */
export function ProfileActs() {
  const navigate = useNavigate();
  return (
    <>
      <ButtonLink variant="secondary" wide to={paths.myData} icon={<ShieldCheck size={20} aria-hidden />}>
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
