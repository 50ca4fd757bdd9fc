/** The words for browsers that store nothing on the device, as some do in private windows. */
export const memoryStrings = {
  notice:
    'Ce navigateur ne garde rien sur cet appareil, comme souvent en navigation privée. Gardez cette page ouverte jusqu’à l’envoi\u00a0: la fermer, la recharger ou se déconnecter effacerait votre audio.',
  limits: 'Ici, un enregistrement dure 12\u00a0minutes au plus, et un fichier 25\u00a0minutes environ.',
  recording: 'Rien n’est gardé sur cet appareil\u00a0: ne fermez pas cette page avant l’envoi.',
  kept: 'En attente d’envoi, mais rien n’est gardé sur cet appareil\u00a0: ne fermez pas cette page avant.',
  hint: 'Ils partent tout seuls dès que possible. Rien n’est gardé sur cet appareil\u00a0: ne fermez pas cette page avant.',
  full: 'C’est plus que ce navigateur peut tenir sans rien garder sur cet appareil. Choisissez un audio plus court, ou quittez la navigation privée. Rien n’a été changé.',
  recordingFull:
    'L’enregistrement s’est arrêté\u00a0: c’est tout ce que ce navigateur peut tenir sans rien garder sur cet appareil. Ce qui précède peut être envoyé.',
  foundText: (when: string) =>
    `Enregistré le ${when}. Rien n’est gardé sur cet appareil\u00a0: envoyez-le avant de fermer.`,
  logoutText: (drops: number) =>
    drops === 1
      ? 'Un drop n’est pas encore envoyé. Rien n’est gardé sur cet appareil\u00a0: il sera perdu.'
      : `${drops}\u00a0drops ne sont pas encore envoyés. Rien n’est gardé sur cet appareil\u00a0: ils seront perdus.`,
  logoutRecording: 'Un enregistrement est en cours. Rien n’est gardé sur cet appareil\u00a0: il sera perdu.',
} as const;
