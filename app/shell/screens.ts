import { lazyPart } from '../ui/lazy-part.ts';

/** The app's screens. Each is loaded when first shown, so that the login screen doesn't load the map. */
export const screens = {
  Login: lazyPart(async () => (await import('../account/login-screen.tsx')).LoginScreen),
  SignUp: lazyPart(async () => (await import('../account/sign-up-screen.tsx')).SignUpScreen),
  Forgotten: lazyPart(async () => (await import('../account/passwords/forgotten-screen.tsx')).ForgottenScreen),
  Reset: lazyPart(async () => (await import('../account/passwords/reset-screen.tsx')).ResetScreen),
  Verify: lazyPart(async () => (await import('../account/passwords/verify-screen.tsx')).VerifyScreen),
  Invite: lazyPart(async () => (await import('../parcours/invite/invite-screen.tsx')).InviteScreen),
  Home: lazyPart(async () => (await import('./home-shell.tsx')).HomeShell),
  Parcours: lazyPart(async () => (await import('./parcours.tsx')).Parcours),
  CreateParcours: lazyPart(async () => (await import('./create-parcours.tsx')).CreateParcours),
  MyDrops: lazyPart(async () => (await import('./my-drops.tsx')).MyDrops),
  Profile: lazyPart(async () => (await import('../account/profile-screen.tsx')).ProfileScreen),
  MyData: lazyPart(async () => (await import('../account/my-data/my-data-screen.tsx')).MyDataScreen),
  Security: lazyPart(async () => (await import('../account/security/security-screen.tsx')).SecurityScreen),
  Requests: lazyPart(async () => (await import('../account/roles/requests-screen.tsx')).RequestsScreen),
  Reports: lazyPart(async () => (await import('../moderation/queue/queue-screen.tsx')).QueueScreen),
  Admin: lazyPart(async () => (await import('./admin.tsx')).Admin),
  About: lazyPart(async () => (await import('../legal/about-screen.tsx')).AboutScreen),
  Terms: lazyPart(async () => (await import('../legal/terms-screen.tsx')).TermsScreen),
  Licences: lazyPart(async () => (await import('../legal/licences-screen.tsx')).LicencesScreen),
  NotFound: lazyPart(async () => (await import('./not-found-screen.tsx')).NotFoundScreen),
};
