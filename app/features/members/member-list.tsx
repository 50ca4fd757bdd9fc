import { ShieldCheck, UserRoundMinus } from 'lucide-react';
import { useState } from 'react';
import type { ParcoursMember } from '../../../contracts/parcours.ts';
import type { Member } from '../../../contracts/user.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { removeMember } from '../../state/maps/members.ts';
import { showNotice } from '../../state/page/notices.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { mapPanes } from '../../words/map-panes.ts';
import { strings } from '../../words/strings.ts';
import styles from './members.module.css';
import { Portrait } from './portrait.tsx';
import { PrivilegeSheet } from './privilege-sheet.tsx';

const words = mapPanes.members;

/** What was asked for, and whose it is. */
type Asked =
  | { readonly act: 'show'; readonly member: Member }
  | { readonly act: 'privilege' | 'removal'; readonly member: ParcoursMember };

/**
 * Who is on a parcours: a touch on an avatar shows it in full size. Who manages the parcours changes what the others may
 * do, and removes them; leaving it oneself is the maps screen's.
 */
export function MemberList({
  mapId,
  list,
  selfId,
  isManaged,
}: {
  readonly mapId: ParcoursId;
  /** The privilege is left out where it is not known. */
  readonly list: readonly (Member & Partial<Pick<ParcoursMember, 'privilege'>>)[];
  /** Whose screen this is. */
  readonly selfId: UserId;
  readonly isManaged: boolean;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const end = (): void => setAsked(null);
  return (
    <>
      <ul className={styles.members}>
        {list.map(({ privilege, ...person }) => {
          const member = privilege === undefined ? undefined : { ...person, privilege };
          return (
            <li key={person.id} className={styles.member}>
              <button type="button" className={styles.face} onClick={() => setAsked({ act: 'show', member: person })}>
                <Avatar name={person.name} picture={person.picture} sizePx={44} />
                <span className="visually-hidden">{words.portrait(person.name)}</span>
              </button>
              <p className={styles.who}>
                <span className={styles.name}>{person.name}</span>
                {privilege === undefined ? null : (
                  <span className={styles.privilege}>
                    <span lang="en">{strings.privileges[privilege]}</span>
                    {person.id === selfId ? ` · ${words.you}` : null}
                  </span>
                )}
              </p>
              {isManaged && member !== undefined ? (
                <MoreMenu
                  label={words.options(person.name)}
                  acts={[
                    {
                      label: words.setPrivilege,
                      icon: <ShieldCheck size={18} aria-hidden />,
                      act: () => setAsked({ act: 'privilege', member }),
                    },
                    ...(person.id === selfId
                      ? []
                      : [
                          {
                            label: words.remove,
                            icon: <UserRoundMinus size={18} aria-hidden />,
                            danger: true,
                            act: () => setAsked({ act: 'removal', member }),
                          },
                        ]),
                  ]}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {asked?.act === 'show' ? <Portrait member={asked.member} onClose={end} /> : null}
      {asked?.act === 'privilege' ? (
        <PrivilegeSheet mapId={mapId} member={asked.member} isSelf={asked.member.id === selfId} onClose={end} />
      ) : null}
      {asked?.act === 'removal' ? (
        <ConfirmDialog
          words={{ ...words.removal(asked.member.name), cancel: strings.app.cancel }}
          onConfirm={async () => {
            await removeMember(mapId, asked.member.id);
            showNotice(words.removed(asked.member.name));
          }}
          onClose={end}
          wordsFor={wordsFor}
        />
      ) : null}
    </>
  );
}
