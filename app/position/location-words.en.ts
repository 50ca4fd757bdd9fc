import { formatUpToTenths } from '../ui/number-words.ts';
import type { LocationWords } from './location-words.ts';

export const english = {
  title: 'Localisation',
  idle: 'Localisation nécessaire',
  idleText:
    'Drop ici a besoin de votre position pour vous montrer sur la carte et vous faire entendre les lieux proches.',
  activate: 'Activer la localisation',
  denied: 'Accès refusé',
  deniedText: 'Votre navigateur n’a pas le droit de lire votre position. Pour l’autoriser\u00a0:',
  helpFor: {
    ios: {
      title: 'iPhone et iPad, dans Safari',
      steps:
        'Touchez l’icône à gauche de l’adresse > Réglages du site web > Position > Autoriser. Vérifiez aussi Réglages > Confidentialité et sécurité > Service de localisation > Sites web Safari > Lorsque l’app est active.',
    },
    iosOther: {
      title: 'iPhone et iPad, dans un autre navigateur',
      steps: 'Réglages > Apps > le nom du navigateur > Position > Lorsque l’app est active. Puis rechargez cette page.',
    },
    iosInstalled: {
      title: 'Application installée sur iPhone ou iPad',
      steps:
        'Réglages > Confidentialité et sécurité > Service de localisation > Sites web Safari > Lorsque l’app est active. Puis fermez et rouvrez Drop ici.',
    },
    android: {
      title: 'Android',
      steps: 'Touchez l’icône à gauche de l’adresse > Paramètres du site > Position > Autoriser.',
    },
    androidFirefox: {
      title: 'Android, dans Firefox',
      steps:
        'Touchez l’icône à gauche de l’adresse > Autorisations > Position. Vérifiez aussi les réglages de l’appareil > Applications > Firefox > Autorisations > Position.',
    },
    installed: {
      title: 'Application installée',
      steps: 'Réglages de l’appareil > Applications > Drop ici > Autorisations > Position.',
    },
    desktop: {
      title: 'Ordinateur',
      steps: 'Cliquez sur l’icône à gauche de l’adresse > Position > Autoriser.',
    },
    desktopSafari: {
      title: 'Mac, dans Safari',
      steps:
        'Safari > Réglages > Sites web > Position > Autoriser. Vérifiez aussi Réglages Système > Confidentialité et sécurité > Service de localisation > Safari.',
    },
  },
  error: 'Erreur de localisation',
  errorText: "Une erreur est survenue lors de l'accès à votre position.",
  unavailable: 'Localisation non supportée',
  unavailableText: 'Votre navigateur ne supporte pas la géolocalisation.',
  later: 'Plus tard',
  withoutPosition: 'Sans position, vous pouvez toujours toucher un lieu pour l’écouter.',
  active: 'Localisation active',
  lowAccuracy: 'Précision limitée',
  requesting: 'Recherche de position...',
  accuracy: (accuracyM: number) =>
    accuracyM < 1000
      ? `Position connue à ${Math.max(1, Math.round(accuracyM))} m près.`
      : `Position connue à ${formatUpToTenths(accuracyM / 1000)} km près.`,
  noAccuracy: 'Aucune position pour l’instant. Le ciel dégagé aide.',
  held: 'La carte garde votre dernière position en attendant la prochaine.',
  improve: 'Améliorer la précision',
  improveHint: 'Le GPS travaille en continu, comme il le faut pour une balade.',
  save: "Économie d'énergie",
  saveHint: 'La position est plus vague et la batterie dure plus longtemps.',
  compass: 'Activer la boussole',
  compassHint: 'Le point bleu montre alors où vous regardez.',
  compassOn: 'Boussole active',
  compassRefused:
    'L’accès à la boussole a été refusé. Fermez l’application, rouvrez-la, puis touchez «\u00a0Activer la boussole\u00a0».',
  compassPrompt: 'Voir sur la carte où vous regardez\u00a0?',
  unsupported: 'Geolocation is not supported by your browser',
  needsHttps: 'Location access requires HTTPS or localhost',
  serviceError: (reason: string) => `Location service error: ${reason}`,
  permissionDenied: 'Location permission denied by user',
  gpsUnavailable: 'GPS unavailable. Check location services are enabled',
  positionUnavailable: 'Location information is unavailable',
  timeoutMobile: 'Location timeout. Try moving to an area with better GPS signal',
  timeout: 'Location request timed out',
  unknown: 'Unknown location error',
} satisfies LocationWords;
