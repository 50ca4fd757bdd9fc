/** What the browser of an iPhone calls itself. */
export const IPHONE_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** What the browser of an Android phone calls itself. */
export const ANDROID_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

/** Lets the browser that this runs in call itself so, until {@link forgetAgent}. */
export function callBrowser(userAgent: string): void {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
}

/** Gives the browser its own name back. */
export function forgetAgent(): void {
  Reflect.deleteProperty(navigator, 'userAgent');
}
