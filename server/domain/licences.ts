import type { LICENCES } from '../../contracts/telling.ts';

/** Names and addresses of the licences that are not `reserved`. */
export const LICENCE_TEXTS: Readonly<
  Record<Exclude<(typeof LICENCES)[number], 'reserved'>, readonly [name: string, address: string]>
> = {
  cc0: ['CC0 1.0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
  'cc-by': ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  'cc-by-sa': ['CC BY-SA 4.0', 'https://creativecommons.org/licenses/by-sa/4.0/'],
  'cc-by-nd': ['CC BY-ND 4.0', 'https://creativecommons.org/licenses/by-nd/4.0/'],
  'cc-by-nc': ['CC BY-NC 4.0', 'https://creativecommons.org/licenses/by-nc/4.0/'],
  'cc-by-nc-sa': ['CC BY-NC-SA 4.0', 'https://creativecommons.org/licenses/by-nc-sa/4.0/'],
  'cc-by-nc-nd': ['CC BY-NC-ND 4.0', 'https://creativecommons.org/licenses/by-nc-nd/4.0/'],
};
