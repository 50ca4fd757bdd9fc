import type { ReactNode } from 'react';
import type { AdminAccount, AdminMap } from '../../contracts/overview.ts';

/** Actions of other features for each account and each map of the lists. */
export interface SectionActs {
  readonly renderAccountActs?: (account: AdminAccount) => ReactNode;
  readonly renderMapActs?: (map: AdminMap) => ReactNode;
}
