/** A way to send a link by somebody else's page or program. */
export interface ShareTarget {
  readonly id: 'whatsapp' | 'telegram' | 'facebook' | 'x' | 'email' | 'sms';
  readonly href: string;
  /** True for a page, which opens beside the app; false for what the system hands to a program of its own. */
  readonly isPage: boolean;
}

/**
 * Where a link can be sent. Plain addresses that the services publish for it: nothing of theirs runs in the app, and they
 * learn of the link only from who presses one.
 *
 * @param link an address in full
 * @param message what stands before it, where there is room for words
 */
export function listShareTargets(link: string, message: string): ShareTarget[] {
  const [url, text, both] = [link, message, `${message}\n${link}`].map(encodeURIComponent);
  return [
    { id: 'whatsapp', href: `https://wa.me/?text=${both}`, isPage: true },
    { id: 'telegram', href: `https://t.me/share/url?url=${url}&text=${text}`, isPage: true },
    { id: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}`, isPage: true },
    { id: 'x', href: `https://x.com/intent/post?url=${url}&text=${text}`, isPage: true },
    { id: 'email', href: `mailto:?subject=${text}&body=${both}`, isPage: false },
    // With '?&', both iPhones, which want '&', and the others, which want '?', read the text.
    { id: 'sms', href: `sms:?&body=${both}`, isPage: false },
  ];
}
