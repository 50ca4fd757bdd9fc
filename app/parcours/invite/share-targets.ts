/** A service or program that sends a link. */
export interface ShareTarget {
  readonly id: 'whatsapp' | 'telegram' | 'facebook' | 'x' | 'email' | 'sms';
  readonly href: string;
  /** Whether it is a web page, which opens in a new tab; otherwise the system opens a program. */
  readonly isPage: boolean;
}

/**
 * Lists the services for sending a link, by their published URLs: none of their code runs in the app, and they learn of
 * the link only when a person opens one.
 *
 * @param link an absolute URL
 * @param message text before the link, if the service accepts one
 */
export function listShareTargets(link: string, message: string): ShareTarget[] {
  const [url, text, both] = [link, message, `${message}\n${link}`].map(encodeURIComponent);
  return [
    { id: 'whatsapp', href: `https://wa.me/?text=${both}`, isPage: true },
    { id: 'telegram', href: `https://t.me/share/url?url=${url}&text=${text}`, isPage: true },
    { id: 'facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}`, isPage: true },
    { id: 'x', href: `https://x.com/intent/post?url=${url}&text=${text}`, isPage: true },
    { id: 'email', href: `mailto:?subject=${text}&body=${both}`, isPage: false },
    // iPhones expect '&' before the body, other phones '?'; '?&' works on both.
    { id: 'sms', href: `sms:?&body=${both}`, isPage: false },
  ];
}
