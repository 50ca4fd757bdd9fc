import { AdminScreen } from '../../features/admin/admin-screen.tsx';
import type { AdminSection } from '../../features/admin/sections.ts';

/** Sections of the admin screen that other features have, each a `lazyPart`. They stand before its own. */
const SECTIONS: readonly AdminSection[] = [];

/** The screen of the site's admins. */
export function Admin() {
  return <AdminScreen sections={SECTIONS} />;
}
