import type { ComponentType } from 'react';
import { AccountsSection } from './accounts-section.tsx';
import { adminStrings } from './admin-words.ts';
import { JobsSection } from './jobs-section.tsx';
import { MapsSection } from './maps-section.tsx';
import type { SectionActs } from './section-acts.ts';
import { ServerSection } from './server-section.tsx';
import { TrailSection } from './trail-section.tsx';

/** A section of the admin screen. */
export interface AdminSection {
  /** Its name in the URL. */
  readonly id: string;
  readonly label: string;
  readonly Content: ComponentType<SectionActs>;
}

/** The sections that are always available. */
export const OWN_SECTIONS: readonly AdminSection[] = [
  { id: 'journal', label: adminStrings.trail, Content: TrailSection },
  { id: 'comptes', label: adminStrings.accounts, Content: AccountsSection },
  { id: 'parcours', label: adminStrings.maps, Content: MapsSection },
  { id: 'travaux', label: adminStrings.jobs, Content: JobsSection },
  { id: 'serveur', label: adminStrings.server, Content: ServerSection },
];
