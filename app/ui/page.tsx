import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { IconLink } from './button-link.tsx';
import styles from './page.module.css';
import { useArrivalFocus } from './use-arrival-focus.ts';

interface BackWay {
  readonly to: string;
  readonly label: string;
  /** Whether the target is the previous screen, so that the arrow goes back to it instead of opening it again. */
  readonly isBefore?: boolean;
  /** Whether the target replaces this screen in the history. */
  readonly replace?: boolean;
}

/** A screen with a heading, which takes the focus of people who come from another screen, a back link and actions. */
export function Page({
  title,
  back,
  actions,
  children,
}: {
  readonly title: ReactNode;
  readonly back?: BackWay;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {back ? <BackLink {...back} /> : null}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {actions}
      </header>
      <div className={styles.body}>{children}</div>
    </div>
  );
}

function BackLink({ isBefore = false, ...link }: BackWay) {
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent): void => {
    // With a modifier key, the browser opens the link elsewhere.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return <IconLink {...link} icon={<ArrowLeft size={22} aria-hidden />} onClick={isBefore ? handleClick : undefined} />;
}
