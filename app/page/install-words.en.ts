import type { InstallWords } from './install-words.ts';

export const english = {
  /** For maps stored for listening. */
  forPacks: {
    ios: 'Safari deletes what a site keeps when nobody opens it for 7\u00a0days. Installed on the home screen (Share button > Add to Home Screen), Drop ici keeps it: open it from there, then download the map in it.',
    mac: 'Safari deletes what a site keeps when nobody opens it for 7\u00a0days of use. Once installed (File > Add to Dock), Drop ici keeps it: open it from there, then download the map in it.',
  },
  /** For drops that wait to be sent. */
  forDrops: {
    ios: 'Leave this page open until it’s sent, or open it again within 7\u00a0days: after that Safari deletes what a site keeps. For next time, install Drop ici (Share button > Add to Home Screen): the installed app forgets nothing, but it can’t see what is waiting here.',
    mac: 'Open this page again within 7\u00a0days: after that Safari deletes what a site keeps. For next time, install Drop ici (File > Add to Dock): the installed app forgets nothing, but it can’t see what is waiting here.',
  },
} satisfies InstallWords;
