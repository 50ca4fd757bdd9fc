/** One request, ready to leave. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | null;
  /** True lets a small request go on when its page leaves. By `fetch` only. */
  readonly keepalive?: boolean;
}

/** What came back, read to its end. */
export interface Received {
  readonly status: number;
  readonly text: string;
  /** The header `Retry-After`; null where there is none. */
  readonly retryAfter: string | null;
}

/** Sends by `fetch`. Rejects with its error when no answer arrives or the signal aborts. */
export async function requestByFetch(sent: Sent, signal?: AbortSignal): Promise<Received> {
  const answer = await fetch(sent.url, {
    method: sent.method,
    headers: sent.headers,
    body: sent.body,
    credentials: 'same-origin',
    keepalive: sent.keepalive ?? false,
    ...(signal ? { signal } : {}),
  });
  return { status: answer.status, text: await answer.text(), retryAfter: answer.headers.get('Retry-After') };
}

/** Sends by `XMLHttpRequest`, which tells how much of the body has left, 0 to 1. Settles as `requestByFetch` does. */
export function requestByXhr(
  sent: Sent,
  onProgress: (sentShare: number) => void,
  signal?: AbortSignal,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const settle = () => signal?.removeEventListener('abort', abort);
    request.open(sent.method, sent.url);
    for (const [name, value] of Object.entries(sent.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => {
      settle();
      const retryAfter = request.getResponseHeader('Retry-After');
      resolve({ status: request.status, text: request.responseText, retryAfter });
    };
    request.onerror = () => {
      settle();
      reject(new TypeError(`Got no answer from ${sent.url}`));
    };
    request.onabort = () => {
      settle();
      reject(signal?.reason ?? new DOMException('The request was aborted', 'AbortError'));
    };
    signal?.addEventListener('abort', abort);
    request.send(sent.body);
  });
}
