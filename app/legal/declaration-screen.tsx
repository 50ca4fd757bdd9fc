import type { AppConfig } from '../../contracts/config.ts';
import { paths } from '../paths.ts';
import { hasEarlierScreen } from '../platform/page/back.ts';
import { absoluteUrl } from '../platform/page/share.ts';
import { strings, titles } from '../ui/common-words.ts';
import { Page } from '../ui/page.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { shownDeclaration } from './declaration-text.ts';
import { readFacts } from './filled-text.tsx';
import styles from './legal.module.css';
import { PartText } from './legal-part.tsx';
import { useConfig } from './use-config.ts';

/** The declaration of accessibility that French law asks for, made from the deployment's settings. */
export function DeclarationScreen() {
  const config = useConfig();
  const back = { to: paths.about, label: strings.app.back, isBefore: hasEarlierScreen(), replace: true };
  return (
    <Page title={titles.accessibility} back={back}>
      {config === undefined ? <Spinner label={strings.app.loading} /> : <Declaration config={config} />}
    </Page>
  );
}

/** Without a configuration nothing is known of an audit, so the state is that of a site without one. */
function Declaration({ config }: { readonly config: AppConfig | null }) {
  const { state = 'none', auditor, ratePercent, gaps, planUrl } = config?.accessibility ?? {};
  const facts = { ...readFacts(config), site: absoluteUrl('/') };
  const parts = shownDeclaration.text({
    state,
    hasAudit: state !== 'none' || Boolean(auditor),
    hasRate: typeof ratePercent === 'number',
    hasGaps: Boolean(gaps),
    hasPlan: Boolean(planUrl),
  });
  return (
    <div className={styles.text}>
      {parts.map((part) => (
        <PartText key={part.id} part={part} facts={facts} />
      ))}
    </div>
  );
}
